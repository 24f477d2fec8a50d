import type { Movement } from '@aisle/contract'
import type { Hotkey } from '../../ui/hotkeys.ts'
import { steeringText as words } from './text.ts'
import type { Steering } from './use-steering.ts'

const arrows: readonly (readonly [string, Movement])[] = [
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
  ['ArrowLeft', 'left'],
  ['ArrowRight', 'right'],
]

/** Arrows and + − for the steered camera; nothing where it cannot be steered. */
export function steeringKeys(steering: Steering | undefined): Hotkey[] {
  if (!steering) return []
  const { release } = steering
  const turning: Hotkey[] = arrows.map(([key, movement], index) => ({
    keys: [key, `shift+${key}`],
    ...(index === 0 ? { text: words.keyArrows, group: words.keyGroup } : {}),
    isEnabled: steering.can(movement),
    run: event => steering.press(movement, event.shiftKey),
    release,
  }))
  return [
    ...turning,
    {
      keys: ['+', '='],
      text: words.keyZoom,
      group: words.keyGroup,
      isEnabled: steering.can('zoomIn'),
      run: () => steering.press('zoomIn'),
      release,
    },
    { keys: ['-'], isEnabled: steering.can('zoomOut'), run: () => steering.press('zoomOut'), release },
  ]
}
