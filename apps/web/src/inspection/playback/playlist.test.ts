import { describe, expect, it } from 'vitest'
import { readPlaylist } from './playlist.ts'

describe('a playlist', () => {
  it('of a recording names its segments and says that it is whole', () => {
    const text =
      '#EXTM3U\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:4,\n/vod/a.ts\n#EXTINF:2,\r\nb.ts?x=1\n#EXT-X-ENDLIST\n'
    expect(readPlaylist(text, 'http://media.test/vod/key/index.m3u8')).toEqual({
      variants: [],
      segments: ['http://media.test/vod/a.ts', 'http://media.test/vod/key/b.ts?x=1'],
      isWhole: true,
      isEncrypted: false,
    })
  })

  it('of several qualities leads to the best first', () => {
    const text =
      '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=400000\nlow.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=1200000,CODECS="avc1"\nhigh.m3u8\n'
    expect(readPlaylist(text, 'https://media.test/a/master.m3u8').variants).toEqual([
      'https://media.test/a/high.m3u8',
      'https://media.test/a/low.m3u8',
    ])
  })

  it('of a running stream is not whole', () => {
    expect(readPlaylist('#EXTM3U\n#EXTINF:1,\n7.ts\n', 'http://media.test/x').isWhole).toBe(false)
  })

  it('tells encryption, and the head of MP4 segments', () => {
    const text =
      '#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="k"\n#EXT-X-MAP:URI="init.mp4"\n#EXTINF:1,\n1.m4s\n#EXT-X-ENDLIST'
    expect(readPlaylist(text, 'http://media.test/x/')).toMatchObject({
      isEncrypted: true,
      head: 'http://media.test/x/init.mp4',
    })
    expect(readPlaylist('#EXT-X-KEY:METHOD=NONE\n', 'http://media.test/').isEncrypted).toBe(false)
  })
})
