import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { busyness } from './parts.ts'
import { castOf, type Figure } from './people.ts'
import { sceneRoutes } from './routes.ts'
import { loadScenes, onPicture, type Scene, type SceneFile } from './scene.ts'

const hours = { seed: 11, open: '10:00', close: '22:00' }
const day = Date.parse('2026-11-20T00:00:00+08:00')
const hour = 3_600_000

let file: SceneFile
beforeAll(async () => {
  file = await loadScenes(path.join(import.meta.dirname, '../../scenes'))
})

const castIn = (scene: Scene, seed = hours.seed) =>
  castOf(scene, sceneRoutes(scene), file.people, { ...hours, seed })

function counted(scene: Scene, from: number, to: number): number {
  const cast = castIn(scene)
  let sum = 0
  for (let at = from; at < to; at += 20_000) sum += cast(at).length
  return sum
}

describe('the people of a scene', () => {
  it('are more in the evening than in the morning, and hardly any at night', () => {
    const scene = file.scenes.find(({ id }) => id === 'main_aisle') ?? file.scenes[0]!
    const evening = counted(scene, day + 18 * hour, day + 20 * hour)
    const morning = counted(scene, day + 10 * hour, day + 12 * hour)
    const night = counted(scene, day + 23 * hour, day + 25 * hour)
    expect(evening).toBeGreaterThan(morning)
    expect(morning).toBeGreaterThan(night)
  })

  it('walk between 0.8 and 1.3 metres a second, and never jump', () => {
    const speeds: number[] = []
    for (const scene of file.scenes) {
      const cast = castIn(scene)
      for (let at = day + 18 * hour; at < day + 18.2 * hour; at += 5000) {
        const before = cast(at).filter(figure => figure.column < 8)
        const after = cast(at + 100).filter(figure => figure.column < 8)
        for (const figure of before) {
          const same = after.filter(({ outfit }) => outfit === figure.outfit)
          if (same.length !== 1 || before.filter(({ outfit }) => outfit === figure.outfit).length !== 1)
            continue
          speeds.push(metres(figure, same[0]!) / 0.1)
        }
      }
    }
    speeds.sort((a, b) => a - b)
    expect(speeds.length).toBeGreaterThan(300)
    expect(speeds[Math.floor(speeds.length * 0.1)]).toBeGreaterThan(0.75)
    expect(speeds[Math.floor(speeds.length * 0.9)]).toBeLessThan(1.35)
    expect(speeds.at(-1)).toBeLessThan(3)
  })

  it('come and go where nobody sees it, or softly', () => {
    for (const scene of file.scenes) {
      const cast = castIn(scene)
      let before: Figure[] = []
      for (let at = day + 18 * hour; at < day + 18.1 * hour; at += 100) {
        const now = cast(at)
        for (const figure of before) {
          if (
            figure.opacity < 0.3 ||
            now.some(each => each.outfit === figure.outfit && metres(each, figure) < 1.5)
          )
            continue
          const { x } = onPicture(scene, figure.point)
          expect(x < 0 || x > scene.size[0]).toBe(true)
        }
        before = now
      }
    }
  })

  it('are staff or a guard after closing', () => {
    const roles = new Map(file.people.outfits.map(({ id, role }) => [id, role]))
    let seen = 0
    for (const scene of file.scenes) {
      const cast = castIn(scene)
      for (let at = day + 23 * hour; at < day + 26 * hour; at += 60_000) {
        for (const { outfit } of cast(at)) {
          seen++
          expect(['staff', 'guard']).toContain(roles.get(outfit))
        }
      }
    }
    expect(seen).toBeGreaterThan(0)
  })

  it('are the same for one moment, whatever was asked before', () => {
    const scene = file.scenes[0]!
    const asked = castIn(scene)
    asked(day + 3 * hour)
    asked(day + 30 * 24 * hour)
    expect(asked(day + 15 * hour)).toEqual(castIn(scene)(day + 15 * hour))
  })
})

function metres(a: Figure, b: Figure): number {
  return Math.hypot(a.point[0] - b.point[0], a.point[1] - b.point[1])
}

describe('busyness', () => {
  it('is nothing outside the opening hours, also when they pass midnight', () => {
    expect(busyness(hours, day + 9 * hour)).toBe(0)
    expect(busyness({ open: '20:00', close: '02:00' }, day + 1 * hour)).toBeGreaterThan(0)
    expect(busyness({ open: '20:00', close: '02:00' }, day + 3 * hour)).toBe(0)
  })
})
