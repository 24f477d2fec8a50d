import type { Authority, Text } from '@aisle/contract'

type Source = { readonly label: Text; readonly authority: readonly Authority[] }

/** Where figures come from (specification, list of pages, section 6), and which authorities open them: any one is enough, none is needed where empty. */
export const sources = {
  '1': { label: { zh: '传统客流', en: 'Traditional flow' }, authority: [] },
  '2': { label: { zh: '精准客流', en: 'Precise flow' }, authority: ['flow.face', 'customer.view'] },
  '3': { label: { zh: '门店巡检', en: 'Store patrol' }, authority: ['inspect.view'] },
  '4': { label: { zh: '传感器体验', en: 'Sensor touch' }, authority: [] },
  '5': { label: { zh: '视频体验', en: 'Video touch' }, authority: [] },
  sales: { label: { zh: '销售', en: 'Sales' }, authority: ['sales.view'] },
  pos: { label: { zh: '收银', en: 'Till' }, authority: ['cashier.view'] },
  wifi: { label: { zh: 'WiFi 探针', en: 'WiFi probes' }, authority: [] },
  heat: { label: { zh: '热力', en: 'Heat' }, authority: [] },
  track: { label: { zh: '动线', en: 'Tracks' }, authority: [] },
  weather: { label: { zh: '天气', en: 'Weather' }, authority: [] },
  inspection: { label: { zh: '巡店考评', en: 'Inspection' }, authority: ['inspect.view'] },
  media: { label: { zh: '视频与图片', en: 'Cameras and pictures' }, authority: ['inspect.view'] },
  device: { label: { zh: '设备', en: 'Devices' }, authority: ['device.view'] },
  ticket: { label: { zh: '工单', en: 'Tickets' }, authority: ['ticket.view'] },
  system: { label: { zh: '系统', en: 'System' }, authority: [] },
} as const satisfies Record<string, Source>
export type SourceName = keyof typeof sources

export const sourceOf = (name: SourceName): Source => sources[name]
export const isSource = (name: string): name is SourceName => Object.hasOwn(sources, name)
