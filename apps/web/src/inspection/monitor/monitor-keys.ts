import type { Hotkey } from '../../ui/hotkeys.ts'
import { captureText } from '../capture/text.ts'
import { playbackText } from '../playback/text.ts'
import { presetKeys } from '../presets/use-presets.ts'
import { scoreKeys } from '../scoring/score-keys.ts'
import { steeringKeys } from '../steering/steering-keys.ts'
import { verifyText } from '../verify/text.ts'
import { monitorText as words } from './text.ts'
import type { Monitor } from './use-monitor.ts'

/** Every key of monitoring; each has a visible control. */
export function monitorKeys(monitor: Monitor): Hotkey[] {
  const group = words.keyGroup
  // What is drawn on has the keyboard.
  if (monitor.annotating) return []
  return [
    {
      keys: ['s'],
      text: captureText.capture,
      group,
      isEnabled: monitor.mayCapture,
      run: () => void monitor.capture(),
    },
    {
      keys: ['a'],
      text: captureText.annotate,
      group,
      isEnabled: monitor.mayCapture,
      run: () => void monitor.captureAndAnnotate(),
    },
    {
      keys: ['f'],
      text: words.fullScreen,
      group,
      isEnabled: monitor.fullScreen.isOffered,
      run: monitor.fullScreen.toggle,
    },
    { keys: [' '], text: words.pause, group, run: monitor.togglePause },
    { keys: ['m'], text: words.sound, group, run: monitor.toggleSound },
    {
      keys: ['l'],
      text: playbackText.back30,
      group,
      isEnabled: monitor.replay !== undefined,
      run: () => monitor.replay?.(),
    },
    {
      keys: ['b'],
      text: playbackText.addBookmark,
      group,
      isEnabled: monitor.bookmark !== undefined,
      run: () => void monitor.bookmark?.(),
    },
    { keys: ['['], text: words.previous, group, run: () => monitor.step(-1) },
    { keys: [']'], text: words.next, group, run: () => monitor.step(1) },
    {
      keys: ['t'],
      text: words.keyTab,
      group,
      isEnabled: monitor.side.tabs.length > 1,
      run: monitor.side.next,
    },
    {
      keys: ['v'],
      text: verifyText.keyVerify,
      group,
      isEnabled: (monitor.verify?.problems.length ?? 0) > 0,
      run() {
        const [first] = monitor.verify?.problems ?? []
        monitor.side.choose('problems')
        if (first) monitor.verify?.start(first)
      },
    },
    {
      keys: ['mod+Enter'],
      text: words.keySubmit,
      group,
      always: true,
      isEnabled: monitor.scoring?.isReady ?? false,
      run() {
        monitor.side.choose('evaluation')
        monitor.side.openDrawer(true)
        monitor.scoring?.ask(true)
      },
    },
    ...(monitor.side.tab === 'evaluation' ? scoreKeys(monitor.scoring) : []),
    ...steeringKeys(monitor.steering),
    ...presetKeys(monitor.presets),
  ]
}
