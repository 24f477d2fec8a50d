import { describe, expect, it } from 'vitest'
import { blocksOf } from './markup.ts'

describe('the text of an article', () => {
  it('has paragraphs, headings and lists', () => {
    expect(blocksOf('One\n## Two\n- a\n- b\n\nThree')).toEqual([
      { kind: 'paragraph', spans: [{ text: 'One' }] },
      { kind: 'heading', spans: [{ text: 'Two' }] },
      { kind: 'list', items: [[{ text: 'a' }], [{ text: 'b' }]] },
      { kind: 'paragraph', spans: [{ text: 'Three' }] },
    ])
  })

  it('links inside the console alone', () => {
    expect(blocksOf('See [flow](/x_2StoreFlow), [there](//evil.example), [out](https://a.b)')).toEqual([
      {
        kind: 'paragraph',
        spans: [
          { text: 'See ' },
          { text: 'flow', href: '/x_2StoreFlow' },
          { text: ', ' },
          { text: 'there' },
          { text: ', [out](https://a.b)' },
        ],
      },
    ])
  })
})
