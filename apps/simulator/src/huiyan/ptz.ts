import { type Fields, text, whole } from '../input.ts'
import type { Movement } from '../steering.ts'
import type { SimulatedCamera } from '../world.ts'
import { HuiyanError } from './answers.ts'
import { channelPath, type HuiyanContext } from './context.ts'

const movements: Record<string, Movement> = {
  left: 'left',
  right: 'right',
  up: 'up',
  down: 'down',
  upleft: 'upLeft',
  upright: 'upRight',
  downleft: 'downLeft',
  downright: 'downRight',
  zoomin: 'zoomIn',
  zoomout: 'zoomOut',
}
const presetCommands = { set: 129, call: 130, delete: 131 } as const
const fastestZoom = 15

/** PTZ and presets of both editions. Success only says that the message was sent. */
export function ptzCalls({ call, online, steering, world }: HuiyanContext): void {
  /** An unknown command is sent as code 0, which is stop. `zoomSpeed` is what reaches the camera, 0 to 15. */
  function send(
    camera: SimulatedCamera,
    command: string,
    speeds: { pan: number; tilt: number; zoom: number },
  ) {
    const movement = movements[command]
    if (!camera.ptz) return
    if (!movement) return steering.stop(camera)
    const speed = movement.startsWith('zoom')
      ? speeds.zoom / fastestZoom
      : Math.max(panOf(movement) ? speeds.pan : 0, tiltOf(movement) ? speeds.tilt : 0) / 255
    // A camera told to move with speed zero does not move.
    if (speed > 0) steering.start(camera, movement, speed)
    else steering.stop(camera)
  }

  call('POST', `ptz/control/${channelPath}`, async values => {
    const camera = await online(values)
    const command = required(values, 'command')
    const pan = byte(required(values, 'horizonSpeed'))
    const tilt = byte(required(values, 'verticalSpeed'))
    const zoom = byte(required(values, 'zoomSpeed'))
    // 2.7.0 sends the upper hexadecimal digit, and raises 1 to 15 to 16.
    send(camera, command, { pan, tilt, zoom: zoom === 0 ? 0 : Math.max(1, zoom >> 4) })
  })
  call('GET', `front-end/ptz/${channelPath}`, async values => {
    const camera = await online(values)
    const command = required(values, 'command')
    const pan = byte(values.horizonSpeed ?? 100)
    const tilt = byte(values.verticalSpeed ?? 100)
    const given = values.zoomSpeed === undefined ? undefined : whole(values.zoomSpeed, 0, fastestZoom)
    if (values.zoomSpeed !== undefined && given === undefined)
      throw new HuiyanError(100, 'zoomSpeed 为 0-15的数字')
    // Left out it is 16 upstream, of which four bits reach the camera: nothing.
    send(camera, command, { pan, tilt, zoom: given ?? 16 & fastestZoom })
  })

  async function frontEnd(values: Fields) {
    const camera = await online(values)
    const command = byte(required(values, 'cmdCode'))
    byte(required(values, 'parameter1'))
    const index = byte(required(values, 'parameter2'))
    byte(required(values, 'combindCode2'))
    preset(camera, command, index)
  }
  call('POST', `ptz/front_end_command/${channelPath}`, frontEnd)
  call('GET', `front-end/common/${channelPath}`, frontEnd)

  for (const [path, command] of [
    ['add', presetCommands.set],
    ['call', presetCommands.call],
    ['delete', presetCommands.delete],
  ] as const) {
    call('GET', `front-end/preset/${path}/${channelPath}`, async values => {
      const camera = await online(values)
      preset(camera, command, byte(required(values, 'presetId')))
    })
  }
  for (const path of ['ptz/preset/query', 'front-end/preset/query']) {
    call('GET', `${path}/${channelPath}`, async values => {
      const camera = await online(values)
      if (!camera.ptz || camera.faults.ignoresPtz) throw new HuiyanError(100, '超时')
      return [...world.presets(camera.id)].map(([index, { name }]) => ({
        presetId: String(index),
        presetName: name || `预置点${index}`,
      }))
    })
  }

  function preset(camera: SimulatedCamera, command: number, index: number) {
    const isPreset = Object.values(presetCommands).some(known => known === command)
    // Cruises, scans and the rest are sent on and change nothing here.
    if (!isPreset) return
    if (index < 1) throw new HuiyanError(100, '预置位编号必须为1-255之间的数字')
    if (!camera.ptz || camera.faults.ignoresPtz) return
    if (command === presetCommands.set) steering.savePreset(camera, index)
    else if (command === presetCommands.call) steering.callPreset(camera, index)
    else world.removePreset(camera.id, index)
  }
}

function required(values: Fields, name: string): string {
  const value = text(values[name])
  if (value === undefined) throw new HuiyanError(400, `缺少参数 ${name}`)
  return value
}

function byte(value: unknown): number {
  if (whole(value, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER) === undefined) throw new HuiyanError(400)
  const found = whole(value, 0, 255)
  if (found === undefined) throw new HuiyanError(100, '参数必须为 0-255的数字')
  return found
}

function panOf(movement: Movement): boolean {
  return /left|right/i.test(movement)
}

function tiltOf(movement: Movement): boolean {
  return /up|down/i.test(movement)
}
