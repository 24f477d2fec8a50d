import { type FloorPoint, onFloor, onPicture, type Scene } from './scene.ts'

/** A way people take over the floor of a scene; distances in metres from its start. */
export type Route = {
  points: FloorPoint[]
  /** Distance at every point. */
  reached: number[]
  length: number
  startsOut: Leaving
  endsOut: Leaving
  stops: Stop[]
}
/**
 * How one leaves over an end of a route: `unseen` outside the picture, `far` so small that a soft fade does, or not at
 * all, so that one turns round there.
 */
export type Leaving = 'unseen' | 'far' | undefined

/** Where somebody would stand still, and what for. `heading` is `atan2(dx, -dz)`: 0 toward the camera. */
export type Stop = { distance: number; heading: number; pose: 'stand' | 'browse' | 'pay' }

export type SceneRoutes = { visitors: Route[]; staff: Route[] }

export function sceneRoutes(scene: Scene): SceneRoutes {
  const pointsOf = (role: string) => scene.paths.filter(path => path.role === role).map(path => path.floor)
  const visitors = joined(pointsOf('any'))
  const fronts = scene.regions.flatMap(region => {
    const pose = poses[region.kind]
    return pose ? [{ pose, base: baseLine(scene, region.polygon) }] : []
  })
  const customers = visitors.flatMap(points => samples(points, 0.5))
  return {
    visitors: visitors.map(points =>
      route(scene, points, inView(scene, points, visitorStops(points, fronts))),
    ),
    staff: joined(pointsOf('staff')).map(points =>
      route(scene, points, inView(scene, points, staffStops(points, customers))),
    ),
  }
}

const poses: Record<string, Stop['pose']> = {
  shelf: 'browse',
  display: 'browse',
  window: 'stand',
  checkout: 'pay',
}
const reachM = 1.7
const joinM = 0.9
const roundingM = 0.4

/** Paths whose ends meet become one longer way. */
function joined(paths: FloorPoint[][]): FloorPoint[][] {
  const left = paths.map(path => [...path])
  for (let i = 0; i < left.length; i++) {
    for (let j = i + 1; j < left.length; j++) {
      const one = left[i]
      const other = left[j]
      if (!one || !other) continue
      const both = [
        [one, other],
        [one, other.toReversed()],
        [one.toReversed(), other],
        [other, one],
      ].find(([a = [], b = []]) => distance(a.at(-1), b[0]) < joinM)
      if (!both) continue
      left.splice(j, 1)
      left[i] = both.flat()
      j = i
    }
  }
  return left
}

function distance(a: FloorPoint | undefined, b: FloorPoint | undefined): number {
  return a && b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : Number.POSITIVE_INFINITY
}

function route(scene: Scene, points: FloorPoint[], stops: Stop[]): Route {
  const reached = [0]
  for (const [i, point] of points.slice(1).entries())
    reached.push((reached[i] ?? 0) + distance(points[i], point))
  return {
    points,
    reached,
    length: reached.at(-1) ?? 0,
    startsOut: leaving(scene, points[0]),
    endsOut: leaving(scene, points.at(-1)),
    stops,
  }
}

function leaving(scene: Scene, point: FloorPoint | undefined): Leaving {
  if (!point) return undefined
  const { x } = onPicture(scene, point)
  const halfFigure = (0.5 * scene.camera.focal) / point[1]
  if (x < -halfFigure || x > scene.size[0] + halfFigure) return 'unseen'
  return point[1] > 9.3 ? 'far' : undefined
}

/**
 * Point of the way at a distance from its start, corners rounded, and the heading of somebody who walks it forward (1)
 * or back (-1). `aside` metres to the right of the forward way.
 */
export function along(
  route: Pick<Route, 'points' | 'reached'>,
  at: number,
  direction: 1 | -1,
  aside = 0,
): { point: FloorPoint; heading: number } {
  const [aX, aZ] = pointAt(route, at - roundingM)
  const [bX, bZ] = pointAt(route, at + roundingM)
  const dX = bX - aX
  const dZ = bZ - aZ
  const length = Math.hypot(dX, dZ) || 1
  return {
    point: [(aX + bX) / 2 - (dZ / length) * aside, (aZ + bZ) / 2 + (dX / length) * aside],
    heading: Math.atan2(direction * dX, -direction * dZ),
  }
}

/** Before its start and behind its end a way goes straight on. */
function pointAt({ points, reached }: Pick<Route, 'points' | 'reached'>, at: number): FloorPoint {
  let i = 0
  while (i < points.length - 2 && at > (reached[i + 1] ?? 0)) i++
  const [aX, aZ] = points[i] ?? [0, 1]
  const [bX, bZ] = points[i + 1] ?? [0, 1]
  const share = (at - (reached[i] ?? 0)) / ((reached[i + 1] ?? 1) - (reached[i] ?? 0) || 1)
  return [aX + (bX - aX) * share, aZ + (bZ - aZ) * share]
}

/** The lower edge of a region, on the floor: where its furniture stands. */
function baseLine(scene: Scene, polygon: [x: number, y: number][]): FloorPoint[] {
  const middle = polygon.reduce((sum, [, y]) => sum + y, 0) / polygon.length
  const points: FloorPoint[] = []
  for (const [i, [ax, ay]] of polygon.entries()) {
    const [bx, by] = polygon[(i + 1) % polygon.length] ?? [ax, ay]
    if (Math.min(ay, by) < middle) continue
    for (let k = 0; k <= 12; k++)
      points.push(onFloor(scene, ax + ((bx - ax) * k) / 12, ay + ((by - ay) * k) / 12))
  }
  return points
}

function samples(points: FloorPoint[], step: number): { point: FloorPoint; distance: number }[] {
  const all: { point: FloorPoint; distance: number }[] = []
  let passed = 0
  for (const [i, point] of points.slice(1).entries()) {
    const from = points[i] ?? point
    const length = distance(from, point)
    for (let at = 0; at < length; at += step) {
      const share = at / length
      all.push({
        point: [from[0] + (point[0] - from[0]) * share, from[1] + (point[1] - from[1]) * share],
        distance: passed + at,
      })
    }
    passed += length
  }
  return all
}

function nearest(point: FloorPoint, others: FloorPoint[]): FloorPoint | undefined {
  let best: FloorPoint | undefined
  for (const other of others) if (distance(point, other) < distance(point, best)) best = other
  return best
}

function toward([aX, aZ]: FloorPoint, [bX, bZ]: FloorPoint): number {
  return Math.atan2(bX - aX, -(bZ - aZ))
}

function visitorStops(points: FloorPoint[], fronts: { pose: Stop['pose']; base: FloorPoint[] }[]): Stop[] {
  const stops: Stop[] = []
  for (const { point, distance: at } of samples(points, 0.4)) {
    if (at - (stops.at(-1)?.distance ?? -9) < 1.2) continue
    for (const { pose, base } of fronts) {
      const target = nearest(point, base)
      if (!target || distance(point, target) > reachM) continue
      stops.push({ distance: at, heading: toward(point, target), pose })
      break
    }
  }
  return stops
}

/** Stops that the camera sees before anybody steers it; all of them where it sees none. */
function inView(scene: Scene, points: FloorPoint[], stops: Stop[]): Stop[] {
  const { x: left, y: top, w: width } = scene.defaultWindow
  const way = route(scene, points, [])
  const seen = stops.filter(({ distance: at }) => {
    const { x, y } = onPicture(scene, along(way, at, 1).point)
    return x > left && x < left + width && y < top + (width * 9) / 16 + 120
  })
  return seen.length > 0 ? seen : stops
}

/** Staff look to where the customers are. */
function staffStops(points: FloorPoint[], customers: { point: FloorPoint }[]): Stop[] {
  const others = customers.map(({ point }) => point)
  return samples(points, 1.1).map(({ point, distance: at }, i) => {
    const target = nearest(point, others)
    const heading = target ? toward(point, target) : i % 2 ? Math.PI / 2 : Math.PI
    return { distance: at, heading, pose: target ? 'stand' : 'browse' }
  })
}
