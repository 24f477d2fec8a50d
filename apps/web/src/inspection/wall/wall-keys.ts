import type { Hotkey } from '../../ui/hotkeys.ts'
import { captureText } from '../capture/text.ts'
import { presetKeys } from '../presets/use-presets.ts'
import { steeringKeys } from '../steering/steering-keys.ts'
import { wallText as words } from './text.ts'
import type { WallWork } from './use-wall.ts'

/** Keys of the wall: arrows choose a pane until one is steered, then they steer it. */
export function wallKeys(wall: WallWork): Hotkey[] {
  const group = words.keyGroup
  const { selected } = wall
  const choosing: Hotkey[] = wall.steering
    ? []
    : [
        {
          keys: ['ArrowLeft'],
          text: words.keySelect,
          group,
          repeats: true,
          run: () => wall.moveSelection(-1, 0),
        },
        { keys: ['ArrowRight'], repeats: true, run: () => wall.moveSelection(1, 0) },
        { keys: ['ArrowUp'], repeats: true, run: () => wall.moveSelection(0, -1) },
        { keys: ['ArrowDown'], repeats: true, run: () => wall.moveSelection(0, 1) },
        {
          keys: ['shift+ArrowLeft'],
          text: words.keyMove,
          group,
          isEnabled: selected !== undefined,
          run: () => wall.moveSelected(-1, 0),
        },
        { keys: ['shift+ArrowRight'], run: () => wall.moveSelected(1, 0) },
        { keys: ['shift+ArrowUp'], run: () => wall.moveSelected(0, -1) },
        { keys: ['shift+ArrowDown'], run: () => wall.moveSelected(0, 1) },
      ]
  return [
    ...choosing,
    ...steeringKeys(wall.steering),
    ...(wall.steering ? presetKeys(wall.presets) : []),
    {
      keys: ['s'],
      text: captureText.capture,
      group,
      isEnabled: wall.operates && selected !== undefined,
      run: () => selected && void wall.capture(selected),
    },
    {
      keys: ['m'],
      text: words.sound,
      group,
      isEnabled: selected !== undefined,
      run: () => selected && wall.toggleSound(selected.id),
    },
    {
      keys: ['Enter'],
      text: words.keySingle,
      group,
      isEnabled: selected !== undefined,
      run: () => selected && wall.toggleSingle(selected.id),
    },
    {
      keys: ['Escape'],
      text: words.keyBack,
      group,
      isEnabled: wall.single !== undefined || wall.isSteering,
      run: () =>
        wall.single === undefined ? selected && wall.toggleSteering(selected.id) : wall.leaveSingle(),
    },
    {
      keys: ['f'],
      text: words.fullScreen,
      group,
      isEnabled: wall.fullScreen.isOffered,
      run: wall.fullScreen.toggle,
    },
    { keys: [','], text: words.keyPages, group, run: () => wall.turn(-1) },
    { keys: ['.'], run: () => wall.turn(1) },
    { keys: ['r'], text: words.keyRotation, group, run: wall.toggleRotation },
  ]
}
