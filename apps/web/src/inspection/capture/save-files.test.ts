import { afterEach, describe, expect, it, vi } from 'vitest'
import { distinct, savePictures } from './save-files.ts'

const picture = (name: string) => ({ name, url: `/api/pictures/${name}/content`, at: new Date(2026, 10, 20) })

function watchDownloads() {
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  URL.createObjectURL = () => 'blob:saved'
  URL.revokeObjectURL = () => {}
  return saved
}
afterEach(() => void vi.restoreAllMocks())

describe('saving pictures', () => {
  it('gives one as it is and several as one archive', async () => {
    const saved = watchDownloads()
    vi.stubGlobal('fetch', async () => new Response(new Uint8Array([1, 2, 3])))
    await savePictures([picture('a.jpg')], 'all.zip')
    await savePictures([picture('a.jpg'), picture('b.jpg')], 'all.zip')
    expect(saved).toEqual(['a.jpg', 'all.zip'])
  })

  it('saves nothing where one cannot be fetched', async () => {
    const saved = watchDownloads()
    vi.stubGlobal(
      'fetch',
      async (url: string) => new Response('', { status: url.includes('b.jpg') ? 404 : 200 }),
    )
    await expect(savePictures([picture('a.jpg'), picture('b.jpg')], 'all.zip')).rejects.toThrow('b.jpg: 404')
    expect(saved).toEqual([])
  })

  it('numbers files of one name, which an archive would keep once', () => {
    const names = ['a.jpg', 'b.jpg', 'a.jpg', 'a.jpg'].map(name => ({ name }))
    expect(distinct(names).map(({ name }) => name)).toEqual(['a.jpg', 'b.jpg', 'a (2).jpg', 'a (3).jpg'])
  })
})
