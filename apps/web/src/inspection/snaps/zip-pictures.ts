import { languageStore, languageTag } from '../../lib/i18n.ts'
import { ApiProblem, unreadableMessage } from '../../lib/problem.ts'
import { accessToken } from '../../lib/session.ts'
import { saveBlob } from '../../ui/export/save-file.ts'

/** What the server packs into one file. */
export const mostZipped = 2000

/** The envelope of a refusal, as far as it can be read. */
function refusal(answer: unknown): { msg?: string; code?: number } {
  if (typeof answer !== 'object' || answer === null) return {}
  return {
    ...('msg' in answer && typeof answer.msg === 'string' ? { msg: answer.msg } : {}),
    ...('code' in answer && typeof answer.code === 'number' ? { code: answer.code } : {}),
  }
}

/**
 * Saves pictures as one ZIP that the server makes while it is read, each with what was drawn on it where something was.
 * @throws ApiProblem where one of them is gone or not the user's: nothing is saved then
 */
export async function zipPictures(pictureIds: readonly string[], fileName: string): Promise<void> {
  const at = new Date()
  const path = '/api/pictures/zip'
  const answer = await fetch(path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Accept-Language': languageTag(languageStore.get()),
      accessToken: accessToken() ?? '',
    },
    body: JSON.stringify({ ids: pictureIds }),
  })
  if (!answer.ok) {
    const { msg, code } = refusal(await answer.json().catch(() => undefined))
    const facts = { code: code ?? answer.status, status: answer.status, method: 'POST', path, at }
    throw new ApiProblem(msg ?? unreadableMessage(), facts)
  }
  saveBlob(fileName, await answer.blob())
}

export const annotatedUrl = (pictureId: string) => `/api/pictures/${pictureId}/annotated`
