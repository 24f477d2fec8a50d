/** A text as the name of a file, without its ending: signs that file systems refuse become spaces, nothing else is lost. */
export const fileStem = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  text.replace(/[\\/:*?"<>|\u0000-\u001f\s]+/g, ' ').trim()
