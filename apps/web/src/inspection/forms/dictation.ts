/** What is used of the browser's speech recognition; its types are not part of the language's library. */
type Recogniser = {
  lang: string
  interimResults: boolean
  onresult: ((event: { results: ArrayLike<ArrayLike<{ transcript: string }>> }) => void) | null
  onerror: ((event: { error: string }) => void) | null
  onend: (() => void) | null
  start(): void
  stop(): void
}
type WithSpeech = { SpeechRecognition?: new () => Recogniser; webkitSpeechRecognition?: new () => Recogniser }

const maker = () => {
  const { SpeechRecognition, webkitSpeechRecognition } = window as unknown as WithSpeech
  return SpeechRecognition ?? webkitSpeechRecognition
}

/** Whether this browser writes down what is said. */
export const canDictate = () => maker() !== undefined

export type Heard = { said(text: string): void; refused(): void; ended(): void }

/** Listens until `stop`, or a pause; tells all that was said so far each time. Answers how to stop. */
export function dictate(language: 'zh' | 'en', heard: Heard): () => void {
  const Recognition = maker()
  if (!Recognition) throw new Error('this browser does not listen')
  const recogniser = new Recognition()
  recogniser.lang = language === 'zh' ? 'zh-CN' : 'en-US'
  recogniser.interimResults = true
  recogniser.onresult = ({ results }) =>
    heard.said(Array.from(results, result => result[0]?.transcript ?? '').join(''))
  recogniser.onerror = ({ error }) => {
    if (error === 'not-allowed' || error === 'service-not-allowed' || error === 'network') heard.refused()
  }
  recogniser.onend = heard.ended
  recogniser.start()
  return () => recogniser.stop()
}
