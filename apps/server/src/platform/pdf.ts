import { join } from 'node:path'
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'

const fontFolder = join(import.meta.dirname, '../../fonts')
const fonts = {
  NotoSansSC: {
    normal: join(fontFolder, 'NotoSansSC-Regular.ttf'),
    bold: join(fontFolder, 'NotoSansSC-SemiBold.ttf'),
  },
}

/**
 * Draws a document; Chinese and Latin come in the one font that lies in `fonts`, of which a file holds what it uses.
 * Pictures are given as data URLs: nothing is read from addresses or other files.
 */
export async function pdfOf(document: TDocumentDefinitions): Promise<Buffer> {
  // Loaded only where it is used: it takes a good part of a second.
  const { default: pdfmake } = await import('pdfmake')
  pdfmake.setFonts(fonts)
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy(path => path.startsWith(fontFolder))
  return pdfmake
    .createPdf({ ...document, defaultStyle: { font: 'NotoSansSC', fontSize: 9, ...document.defaultStyle } })
    .getBuffer()
}
