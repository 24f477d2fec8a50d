import sharp from 'sharp'
import { type Fields, whole } from '../input.ts'
import type { SimulatedCamera } from '../world.ts'
import { HuaweiError } from './answers.ts'
import { type HuaweiContext, namesOf, required } from './context.ts'
import type { Control } from './control.ts'

const path = 'devices/:device_id/channels/:channel_id/preset-position'
const mostPresets = 512
const longestName = 128

/** Preset positions, on HoloSens devices only, each with a small picture of what it shows. */
export function presetCalls({ call, online, world, steering, media }: HuaweiContext, control: Control): void {
  const pictures = new Map<string, string>()

  async function steerable(params: Fields): Promise<SimulatedCamera> {
    const camera = await online(params)
    if (!camera.ptz || camera.quirks?.nationalStandard) throw new HuaweiError('notSupported')
    return camera
  }

  function presetOf(camera: SimulatedCamera, value: unknown) {
    const index = whole(value, 1, mostPresets)
    if (index === undefined) throw new HuaweiError('badParameter')
    const preset = world.presets(camera.id).get(index)
    if (!preset) throw new HuaweiError('unknownPreset')
    return { index, preset }
  }

  call('GET', path, async ({ params }) => {
    const camera = await steerable(params)
    const presets = [...world.presets(camera.id)].sort(([left], [right]) => left - right)
    return {
      ...namesOf(camera),
      preset_positions: presets.map(([index, { name }]) => ({
        preset_index: index,
        preset_name: name,
        jpg_base64: pictures.get(`${camera.id} ${index}`) ?? '',
      })),
    }
  })
  call('POST', path, async ({ params, body }) => {
    const camera = await steerable(params)
    const name = nameOf(body)
    const taken = world.presets(camera.id)
    const index = Array.from({ length: mostPresets }, (_, at) => at + 1).find(at => !taken.has(at))
    if (index === undefined) throw new HuaweiError('presetsFull')
    steering.savePreset(camera, index, name)
    const picture = await sharp(await media.still(camera))
      .resize(320)
      .jpeg()
      .toBuffer()
    pictures.set(`${camera.id} ${index}`, picture.toString('base64'))
    return { ...namesOf(camera), preset_index: index }
  })
  call('PUT', path, async ({ params, body }) => {
    const camera = await steerable(params)
    const { index, preset } = presetOf(camera, body.preset_index)
    world.savePreset(camera.id, index, { ...preset, name: nameOf(body) })
    return { ...namesOf(camera), preset_index: index }
  })
  call('DELETE', path, async ({ params, body }) => {
    const camera = await steerable(params)
    const { index } = presetOf(camera, body.preset_index)
    world.removePreset(camera.id, index)
    pictures.delete(`${camera.id} ${index}`)
    return namesOf(camera)
  })
  call('POST', `${path}/move`, async ({ params, body, holder }) => {
    const camera = await steerable(params)
    const { index } = presetOf(camera, body.preset_index)
    control.use(camera, holder, body.control_token)
    steering.callPreset(camera, index)
    return namesOf(camera)
  })
}

function nameOf(body: Fields): string {
  const name = required(body.preset_name)
  if (name.length > longestName) throw new HuaweiError('badParameter')
  return name
}
