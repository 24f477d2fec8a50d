import type { Camera } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import { branches, takenOf } from './targets.ts'

const camera = (id: string, name: string, nameEn: string, status: Camera['status'] = 'online') =>
  ({ id, shopId: 's', number: '01', name, nameEn, status }) as Camera
const till = camera('till', '收银台', 'Till')
const door = camera('door', '正门', 'Door')
const dark = camera('dark', '仓库', 'Stock room', 'offline')
const presets: Record<string, { id: string; presetName: string; presetIndex: number }[]> = {
  till: [
    { id: 'p1', presetName: '台面', presetIndex: 1 },
    { id: 'p2', presetName: '抽屉', presetIndex: 2 },
  ],
}
const presetsOf = (id: string) => presets[id] ?? []
const all = { cameraWords: '', presetWords: '' }
const keys = (tree: ReturnType<typeof branches>) =>
  tree.flatMap(branch => branch.targets.map(({ key }) => key))

describe('what can be captured', () => {
  it('is each camera as it stands, or each preset of those that have any', () => {
    expect(keys(branches([till, door], presetsOf, { ...all, way: 'now' }))).toEqual(['till', 'door'])
    expect(keys(branches([till, door], presetsOf, { ...all, way: 'presets' }))).toEqual([
      'till/p1',
      'till/p2',
    ])
  })

  it('is narrowed by the names of cameras and presets, in either language', () => {
    const named = (cameraWords: string) =>
      keys(branches([till, door], presetsOf, { ...all, way: 'now', cameraWords }))
    expect(named(' TILL ')).toEqual(['till'])
    expect(named('正门')).toEqual(['door'])
    expect(keys(branches([till], presetsOf, { cameraWords: '', presetWords: '抽', way: 'presets' }))).toEqual(
      ['till/p2'],
    )
  })

  it('leaves cameras off line out unless they are asked for, and takes the others unless they are left out', () => {
    const tree = branches([till, door, dark], presetsOf, { ...all, way: 'now' })
    const taken = (...choices: [string, boolean][]) =>
      takenOf(tree, new Map(choices)).map(target => target.cameraId)
    expect(taken()).toEqual(['till', 'door'])
    expect(taken(['dark', true], ['door', false])).toEqual(['till', 'dark'])
  })
})
