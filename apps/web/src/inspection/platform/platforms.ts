import { sourceTypes, type Text } from '@aisle/contract'
import { platformText as words } from './text.ts'

/** What the monitoring page of one kind of platform shows beside what all of them do. */
export type Platform = {
  title: Text
  /** The source type of its cameras. */
  ys: number
  /** Raw speeds, abilities per channel and the picture of the device. */
  hasChannel: boolean
  /** The control lock and the address of the picture. */
  hasLock: boolean
  hasRecords: boolean
  /** Ids of the panels that are not the same on all pages. */
  panels: { timeline: string; presets: string; calendar: string; records: string }
}

export const platforms = {
  second: {
    title: words.second,
    ys: sourceTypes.shilian,
    hasChannel: true,
    hasLock: false,
    hasRecords: false,
    panels: { timeline: 'p4', presets: 'p3', calendar: 'calendar', records: 'records' },
  },
  third: {
    title: words.third,
    ys: sourceTypes.huawei,
    hasChannel: false,
    hasLock: true,
    hasRecords: true,
    panels: { timeline: 'p3', presets: 'presets', calendar: 'p4', records: 'p6' },
  },
} as const satisfies Record<string, Platform>
