/**
 * Which time of the recording a stream shows at which of its own seconds. A piece says it from its `media` second on;
 * `rate` is how fast pictures pass in it: a platform that plays at double speed sends two seconds of the recording in
 * one second of the stream.
 */
export type Piece = { media: number; at: number; rate: number; isJump: boolean }
export type PictureMap = readonly Piece[]

export const mapFrom = (media: number, at: number): PictureMap => [{ media, at, rate: 1, isJump: true }]

function pieceOf(map: PictureMap, media: number): Piece | undefined {
  return map.findLast(piece => piece.media <= media) ?? map[0]
}

/** The time shown at a second of the stream. */
export function pictureAt(map: PictureMap, media: number): number | undefined {
  const piece = pieceOf(map, media)
  return piece && piece.at + (media - piece.media) * 1000 * piece.rate
}

export const rateAt = (map: PictureMap, media: number): number => pieceOf(map, media)?.rate ?? 1

/** The second of the stream that shows a time. Only what came since the last jump counts: earlier parts are past. */
export function mediaAt(map: PictureMap, at: number): number | undefined {
  const latest = map.slice(
    Math.max(
      0,
      map.findLastIndex(piece => piece.isJump),
    ),
  )
  const piece = latest.findLast(each => each.at <= at) ?? latest[0]
  return piece && piece.media + (at - piece.at) / 1000 / piece.rate
}

/** From a second of the stream on it shows another time. */
export function withJump(map: PictureMap, media: number, at: number): PictureMap {
  return [...before(map, media), { media, at, rate: map.at(-1)?.rate ?? 1, isJump: true }]
}

/** From a second of the stream on it shows the recording at another speed. */
export function withRate(map: PictureMap, media: number, rate: number): PictureMap {
  const at = pictureAt(map, media)
  if (at === undefined) return map
  const kept = before(map, media)
  // What replaces the last jump is that jump still.
  return [...kept, { media, at, rate, isJump: kept.length === 0 || lostJump(map, kept) }]
}

const before = (map: PictureMap, media: number) => map.filter(piece => piece.media < media)
const lostJump = (map: PictureMap, kept: PictureMap) =>
  map.findLastIndex(piece => piece.isJump) >= kept.length
