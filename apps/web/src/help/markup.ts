export type Span = { text: string; href?: string }
export type Block =
  | { kind: 'heading' | 'paragraph'; spans: readonly Span[] }
  | { kind: 'list'; items: readonly (readonly Span[])[] }

const link = /\[([^\]\n]+)\]\((\/[^)\s]*)\)/g

/** Words and links of a line; a link leads inside the console, anything else stays words. */
function spansOf(line: string): Span[] {
  const spans: Span[] = []
  let at = 0
  for (const found of line.matchAll(link)) {
    const [whole, text = '', href = ''] = found
    if (found.index > at) spans.push({ text: line.slice(at, found.index) })
    spans.push(href.startsWith('//') ? { text } : { text, href })
    at = found.index + whole.length
  }
  if (at < line.length) spans.push({ text: line.slice(at) })
  return spans
}

/** A text with `## headings`, `- lines of a list`, paragraphs and `[words](/address)` taken apart. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  for (const line of text.split('\n').map(one => one.trim())) {
    if (line === '') continue
    if (line.startsWith('- ')) {
      const last = blocks.at(-1)
      const item = spansOf(line.slice(2))
      if (last?.kind === 'list') blocks[blocks.length - 1] = { kind: 'list', items: [...last.items, item] }
      else blocks.push({ kind: 'list', items: [item] })
    } else if (line.startsWith('## ')) blocks.push({ kind: 'heading', spans: spansOf(line.slice(3)) })
    else blocks.push({ kind: 'paragraph', spans: spansOf(line) })
  }
  return blocks
}
