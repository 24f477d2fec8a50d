import { type OurAlgorithm, ourAlgorithms, type WatchedHours } from '@aisle/contract'
import { blockSize, contrastOf, type DetailedBlock, detailedBlocks, edgesOf, fittingShare } from './blocks.ts'
import { type Change, changeBetween } from './change.ts'
import { fineSize, type Grey, median, ramp, sceneRows, shrunk, workSize } from './grey.ts'
import { type Looks, looksOf } from './looks.ts'
import { likelyShifts } from './registration.ts'

/** A picture as the detectors want it: at the fine size, and at a quarter of it. */
export type Frame = { readonly fine: Grey; readonly work: Grey }

/** A picture in the two sizes that detectors look at. */
export function frameOf(fine: Grey): Frame {
  return { fine, work: shrunk(fine, fineSize.width / workSize.width) }
}

export type Box = {
  x: number
  y: number
  width: number
  height: number
  label: string
  confidence: number | null
}
export type Verdict = {
  algorithm: OurAlgorithm
  confidence: number
  boxes: Box[]
  /** The figures behind it, by name. */
  measures: Record<string, number>
  /** Of `zoneMotion`. */
  zoneId?: string
}

export type Setting = { enabled: boolean; hours: WatchedHours; thresholds: Readonly<Record<string, number>> }
export type Zone = {
  id: string
  name: string
  polygon: readonly (readonly [number, number])[]
  share: number
}

export type Case = {
  frame: Frame
  isOpen: boolean
  /** False for a camera that people steer and that no preset brought into place: it cannot have moved away. */
  isSteady: boolean
  /** The picture before of the same camera at the same preset, how long before, and whether nothing was wrong with it. */
  previous?: { frame: Frame; minutes: number; isOpen: boolean; isSound: boolean } | undefined
  /** What the camera shows at this preset when all is well. */
  reference?: Frame | undefined
  /** Sound pictures of the same place, the latest first. */
  history: readonly { sharpness: number; change: number | null }[]
  zones: readonly Zone[]
  settings: Readonly<Record<OurAlgorithm, Setting>>
}

/** `change`: mean difference to the picture before, in levels of grey; null where there is none. */
export type Outcome = { looks: Looks; change: number | null; verdicts: Verdict[] }

/**
 * What is wrong with a picture. Rules are asked in an order in which each assumes that those before found nothing: what is
 * black is not also covered, what is covered has not also moved.
 */
export function detect(given: Case): Outcome {
  const { frame, previous, settings } = given
  const looks = looksOf(frame.fine, frame.work)
  const change = previous ? difference(previous.frame, frame).mean : null
  const runs = (name: OurAlgorithm) => {
    const { enabled, hours } = settings[name]
    return enabled && (hours === 'always' || (hours === 'open') === given.isOpen)
  }
  // A detector that is off must still keep others from misreading what it would have found.
  const black = blackPicture(looks, settings.black.thresholds)
  const covered = black ? undefined : coveredCamera(given, looks)
  const moved = black || covered ? undefined : movedAway(given, looks)
  const blurred = black || covered || moved ? undefined : outOfFocus(given, looks)
  const frozen = frozenPicture(given)
  const isSound = !black && !covered && !moved && !blurred
  const motion = isSound && !frozen && runs('motionClosed') ? motionWhileClosed(given) : undefined
  const zones = isSound && !frozen && runs('zoneMotion') ? motionInZones(given) : []
  const found = [black, covered, moved, blurred, frozen, motion, ...zones]
  return {
    looks,
    change,
    verdicts: found.filter(verdict => verdict !== undefined).filter(({ algorithm }) => runs(algorithm)),
  }
}

type Thresholds = Readonly<Record<string, number>>
const limit = (thresholds: Thresholds, name: string) => thresholds[name] ?? Number.NaN
const verdict = (
  algorithm: OurAlgorithm,
  confidence: number,
  measures: Record<string, number>,
  boxes: Box[] = [],
): Verdict => ({
  algorithm,
  confidence: Math.round(Math.min(0.99, Math.max(0, confidence)) * 100) / 100,
  measures: Object.fromEntries(Object.entries(measures).map(([name, value]) => [name, rounded(value)])),
  boxes,
})
const rounded = (value: number) => Math.round(value * 1000) / 1000

const blackContrast = 10

function blackPicture({ brightest, contrast }: Looks, thresholds: Thresholds): Verdict | undefined {
  const most = limit(thresholds, 'brightness')
  if (brightest > most || contrast > blackContrast) return undefined
  return verdict('black', 0.75 + 0.24 * ramp(brightest, most, 0), { brightest, contrast })
}

/** Without a reference only a picture that is even all over counts as covered. */
const evenContrast = 9
const evenTexture = 0.004
/** Of what a scene with little detail has in contrast, and any scene in edges, a covered camera shows less than this. */
const contrastLeft = 0.35
const textureLeft = 0.4
/** A block lost its detail where less than this share of its contrast is left. */
const flatShareOfBlock = 0.3
/** Where more of the edges are still in place, the picture is blurred or dark and not covered. */
const stillInPlace = 0.25

function coveredCamera({ reference, frame, settings }: Case, looks: Looks): Verdict | undefined {
  const { contrast, texture } = looks
  if (!reference)
    return contrast <= evenContrast && texture <= evenTexture
      ? verdict('covered', 0.65, { contrast, texture })
      : undefined
  const usual = looksOf(reference.fine, reference.work)
  const blocks = detailedBlocks(reference.work)
  if (blocks.length < fewBlocks)
    return contrast < contrastLeft * usual.contrast && texture <= evenTexture
      ? verdict('covered', 0.6, { contrast, texture })
      : undefined
  const flat = blocks.filter(
    ({ column, row, contrast }) => contrastOf(frame.work, column, row) < contrast * flatShareOfBlock,
  )
  const flatShare = flat.length / blocks.length
  if (flatShare < limit(settings.covered.thresholds, 'flatShare')) return undefined
  const left = texture / Math.max(usual.texture, 0.001)
  const inPlace = fittingShare(edgesOf(reference.work, frame.work), blocks, { x: 0, y: 0 }) ?? 0
  if (left > textureLeft || inPlace > stillInPlace) return undefined
  const confidence = 0.6 + 0.25 * ramp(flatShare, 0.6, 0.95) + 0.14 * ramp(left, textureLeft, 0)
  return verdict('covered', confidence, { flatShare, textureLeft: left, inPlace }, [
    boundsOf(flat, frame.work, confidence),
  ])
}

/** With fewer detailed blocks a reference tells nothing block by block. */
const fewBlocks = 12

/** Nothing fits, and no shift explains it: turned far away, or zoomed. */
const nothingFits = 0.12
const shiftedFits = 0.4

function movedAway({ reference, frame, isSteady, settings }: Case, looks: Looks): Verdict | undefined {
  if (!reference || !isSteady) return undefined
  const blocks = detailedBlocks(reference.work)
  const edges = edgesOf(reference.work, frame.work)
  const inPlace = fittingShare(edges, blocks, { x: 0, y: 0 })
  const { thresholds } = settings.moved
  if (inPlace === undefined || inPlace >= limit(thresholds, 'matched')) return undefined
  for (const shift of likelyShifts(reference.work, frame.work)) {
    const length = Math.hypot(shift.x, shift.y) / workSize.width
    const fitting = fittingShare(edges, blocks, shift)
    if (length < limit(thresholds, 'shift') || fitting === undefined) continue
    if (fitting < shiftedFits || fitting < inPlace + 0.2) continue
    return verdict('moved', 0.7 + 0.29 * ramp(fitting - inPlace, 0.2, 0.8), {
      inPlace,
      fitting,
      shiftX: shift.x / workSize.width,
      shiftY: shift.y / workSize.height,
    })
  }
  // A picture without edges fits nowhere and yet has not moved.
  if (inPlace > nothingFits || looks.texture < 0.02) return undefined
  return verdict('moved', 0.55 + 0.2 * ramp(inPlace, nothingFits, 0), { inPlace })
}

/** So many sound pictures tell how sharp a camera usually is; before that its reference does. */
const usualFrom = 3

function outOfFocus({ reference, history, settings }: Case, looks: Looks): Verdict | undefined {
  const known = history.map(({ sharpness }) => sharpness)
  const usual =
    known.length >= usualFrom ? median(known) : reference && looksOf(reference.fine, reference.work).sharpness
  if (usual === undefined || usual <= 0) return undefined
  const ratio = looks.sharpness / usual
  const most = limit(settings.blurred.thresholds, 'sharpness')
  if (ratio > most) return undefined
  return verdict('blurred', 0.6 + 0.39 * ramp(ratio, most, most / 4), {
    ratio,
    sharpness: looks.sharpness,
    usual,
  })
}

/** Below this a burned-in clock cannot be told from an even strip. */
const clockContrast = 12
const changesKnown = 4

function frozenPicture({ previous, frame, history, settings }: Case): Verdict | undefined {
  const { thresholds } = settings.frozen
  if (!previous || previous.minutes < limit(thresholds, 'minutes')) return undefined
  const { mean, most, clock } = difference(previous.frame, frame)
  if (mean > limit(thresholds, 'change') || most > 0.0005) return undefined
  const hasClock = clock.contrast > clockContrast
  // The clock stands still with the picture: nothing can explain that but a picture that is held.
  if (hasClock && clock.mean < 0.5) return verdict('frozen', 0.97, { change: mean, clock: clock.mean })
  const usual = history.flatMap(({ change }) => (change === null ? [] : [change]))
  const quietest = usual.length >= changesKnown ? Math.min(...usual) : undefined
  // Without noise of its own, and nobody about, a camera shows the same twice: its history says so.
  if (quietest === undefined) return undefined
  if (quietest < 2 * limit(thresholds, 'change')) return undefined
  return verdict('frozen', 0.6 + 0.3 * ramp(quietest / Math.max(mean, 0.05), 2, 12), {
    change: mean,
    usual: quietest,
  })
}

/** How two pictures differ: the mean over the scene, the share of pixels that differ much, and the strip of the clock. */
function difference(before: Frame, after: Frame) {
  const { width, height, data } = after.fine
  const scene = sceneRows(height)
  let [sum, much] = [0, 0]
  for (let at = scene.from * width; at < scene.to * width; at++) {
    const apart = Math.abs((data[at] ?? 0) - (before.fine.data[at] ?? 0))
    sum += apart
    if (apart > 12) much += 1
  }
  const count = (scene.to - scene.from) * width
  let [strip, squares, levels, apart] = [0, 0, 0, 0]
  for (let y = 0; y < height; y++) {
    if (y >= scene.from && y < scene.to) continue
    for (let at = y * width; at < (y + 1) * width; at++) {
      const level = data[at] ?? 0
      strip += 1
      levels += level
      squares += level * level
      apart += Math.abs(level - (before.fine.data[at] ?? 0))
    }
  }
  const contrast = Math.sqrt(Math.max(0, squares / strip - (levels / strip) ** 2))
  return { mean: sum / count, most: much / count, clock: { mean: apart / strip, contrast } }
}

/** Beyond this the light was switched, or the camera turned: nobody can tell what moved. */
const everywhere = 0.5

function comparable(given: Case, contrast: number): Change | undefined {
  const { previous, frame } = given
  if (!previous?.isSound || previous.isOpen !== given.isOpen) return undefined
  const change = changeBetween(previous.frame.work, frame.work, contrast)
  return change.share > everywhere ? undefined : change
}

const boxesShown = 6

function motionWhileClosed(given: Case): Verdict | undefined {
  const { thresholds } = given.settings.motionClosed
  const change = comparable(given, limit(thresholds, 'contrast'))
  const least = limit(thresholds, 'area')
  const areas = change?.areas.filter(({ share }) => share >= least) ?? []
  const [largest] = areas
  if (!change || !largest) return undefined
  const confidence = 0.6 + 0.35 * ramp(largest.share, least, least * 6)
  return verdict(
    'motionClosed',
    confidence,
    { area: largest.share, share: change.share },
    areas.slice(0, boxesShown).map(area => ({
      ...relative(area, change),
      label: '',
      confidence: null,
    })),
  )
}

function motionInZones(given: Case): Verdict[] {
  if (given.zones.length === 0) return []
  const change = comparable(given, limit(given.settings.zoneMotion.thresholds, 'contrast'))
  if (!change) return []
  return given.zones.flatMap(zone => {
    const share = shareOfZone(change, zone)
    if (share < zone.share) return []
    const xs = zone.polygon.map(([x]) => x)
    const ys = zone.polygon.map(([, y]) => y)
    const bounds = { x: Math.min(...xs), y: Math.min(...ys) }
    const box = {
      ...bounds,
      width: Math.max(...xs) - bounds.x,
      height: Math.max(...ys) - bounds.y,
      label: zone.name,
      confidence: null,
    }
    const sure = 0.6 + 0.35 * ramp(share, zone.share, Math.min(1, zone.share * 2))
    return [{ ...verdict('zoneMotion', sure, { share, limit: zone.share }, [box]), zoneId: zone.id }]
  })
}

/** Of the pixels whose centre lies in the polygon, the share that changed; 0 where none does. */
export function shareOfZone({ mask, width, height }: Change, { polygon }: Pick<Zone, 'polygon'>): number {
  let [inside, changed] = [0, 0]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (!isInside((x + 0.5) / width, (y + 0.5) / height, polygon)) continue
      inside += 1
      changed += mask[y * width + x] ?? 0
    }
  return inside === 0 ? 0 : changed / inside
}

function isInside(x: number, y: number, polygon: Zone['polygon']): boolean {
  let inside = false
  for (const [index, [ax, ay]] of polygon.entries()) {
    const [bx, by] = polygon.at(index - 1) ?? [ax, ay]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  }
  return inside
}

function boundsOf(blocks: readonly DetailedBlock[], { width, height }: Grey, confidence: number): Box {
  const columns = blocks.map(({ column }) => column)
  const rows = blocks.map(({ row }) => row)
  const x = Math.min(...columns) * blockSize
  const y = Math.min(...rows) * blockSize
  const area = {
    x,
    y,
    width: (Math.max(...columns) + 1) * blockSize - x,
    height: (Math.max(...rows) + 1) * blockSize - y,
  }
  return { ...relative(area, { width, height }), label: '', confidence: rounded(confidence) }
}

const relative = (
  area: { x: number; y: number; width: number; height: number },
  { width, height }: { width: number; height: number },
) => ({
  x: rounded(area.x / width),
  y: rounded(area.y / height),
  width: rounded(area.width / width),
  height: rounded(area.height / height),
})

/** Each of our detectors as it stands in a table of settings. */
export function settingsBy(of: (name: OurAlgorithm) => Setting): Record<OurAlgorithm, Setting> {
  return Object.fromEntries(ourAlgorithms.map(name => [name, of(name)])) as Record<OurAlgorithm, Setting>
}
