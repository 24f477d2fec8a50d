import type { Hotkey } from '../../ui/hotkeys.ts'
import { captureText } from '../capture/text.ts'
import { playbackText as words } from './text.ts'
import { allSpeeds, type PlaybackModel } from './use-playback.ts'
import type { Timeline } from './use-timeline.ts'

/** Every key of playback; each has a visible control. */
export function playbackKeys(
  model: PlaybackModel,
  timeline: Timeline,
  goLive: (() => void) | undefined,
): Hotkey[] {
  const group = words.keyGroup
  const repeats = true
  return [
    { keys: [' '], text: words.pause, group, run: model.togglePlay },
    { keys: ['ArrowLeft'], text: words.back10, group, repeats, run: () => model.skip(-10_000) },
    { keys: ['ArrowRight'], text: words.forward10, group, repeats, run: () => model.skip(10_000) },
    { keys: ['shift+ArrowLeft'], text: words.backMinute, group, repeats, run: () => model.skip(-60_000) },
    { keys: ['shift+ArrowRight'], text: words.forwardMinute, group, repeats, run: () => model.skip(60_000) },
    { keys: ['ArrowUp'], text: words.switchTrack, group, run: () => model.switchMain(-1) },
    { keys: ['ArrowDown'], group, run: () => model.switchMain(1) },
    { keys: ['+', '='], text: words.zoomIn, group, run: () => timeline.zoom(1) },
    { keys: ['-'], text: words.zoomOut, group, run: () => timeline.zoom(-1) },
    ...allSpeeds.map((speed, at) => ({
      keys: [String(at + 1)],
      ...(at === 0 ? { text: words.speed } : {}),
      group,
      isEnabled: model.speeds.includes(speed),
      run: () => model.setRate(speed),
    })),
    { keys: ['['], text: words.previousEvent, group, run: () => model.toEvent(-1) },
    { keys: [']'], text: words.nextEvent, group, run: () => model.toEvent(1) },
    { keys: [','], text: words.frameBack, group, repeats, run: () => model.step(-1) },
    { keys: ['.'], text: words.frameForward, group, repeats, run: () => model.step(1) },
    {
      keys: ['s'],
      text: captureText.capture,
      group,
      isEnabled: model.mayCapture,
      run: () => void model.capture(),
    },
    { keys: ['b'], text: words.addBookmark, group, run: () => void model.bookmark() },
    {
      keys: ['f'],
      text: words.fullScreen,
      group,
      isEnabled: model.fullScreen.isOffered,
      run: model.fullScreen.toggle,
    },
    { keys: ['l'], text: words.backToLive, group, isEnabled: goLive !== undefined, run: () => goLive?.() },
  ]
}
