import type { Text } from '@aisle/contract'

export const platformText = {
  second: { zh: '监控(二类平台)', en: 'Monitoring (provider two)' },
  third: { zh: '监控(三类云平台)', en: 'Monitoring (cloud provider three)' },
  none: { zh: '这家门店没有该平台的摄像头', en: 'This shop has no cameras of this platform' },
  noneAnywhere: {
    zh: '你可见的门店都没有该平台的摄像头',
    en: 'None of the shops you may see has cameras of this platform',
  },
  others: { zh: '有该平台摄像头的门店', en: 'Shops that have some' },
  cameras: { zh: '{online} / {all} 路在线', en: '{online} of {all} online' },
  allKinds: { zh: '在单店监控中打开', en: 'Open in single-shop monitoring' },

  live: { zh: '实时', en: 'Live' },
  replay: { zh: '回放', en: 'Recording' },

  channel: { zh: '通道能力', en: 'Channel' },
  ptz: { zh: '云台', en: 'Pan and tilt' },
  zoom: { zh: '变倍', en: 'Zoom' },
  focus: { zh: '聚焦', en: 'Focus' },
  iris: { zh: '光圈', en: 'Iris' },
  talk: { zh: '对讲', en: 'Talk' },
  recordings: { zh: '录像', en: 'Recordings' },
  yes: { zh: '支持', en: 'Yes' },
  no: { zh: '不支持', en: 'No' },
  unsure: { zh: '平台未明确告知，以实际为准', en: 'The platform does not say for certain' },

  speed: { zh: '云台速度', en: 'PTZ speed' },
  speedOf: { zh: '{raw}（{level} 级）', en: '{raw} (level {level})' },
  speedHint: {
    zh: '默认 115，即 5 级。转动前用动作 15 设置速度，松开时用动作 14 停止',
    en: '115 by default, which is level 5. Action 15 sets it before a move, action 14 stops the move.',
  },
  speedReset: { zh: '恢复默认', en: 'Default' },

  encoding: { zh: '画面设置', en: 'Picture settings' },
  encodingHint: {
    zh: '改变设备本身的码流，所有观看者都会受影响',
    en: 'Changes the stream of the device itself, for everybody who watches',
  },
  smooth: { zh: '流畅', en: 'Smooth' },
  standard: { zh: '标清', en: 'Standard' },
  high: { zh: '高清', en: 'High' },
  apply: { zh: '应用', en: 'Apply' },
  applied: { zh: '画面已设为{quality}', en: 'The picture is set to {quality}' },

  hours: {
    zh: '当日录像 {hours} 小时（云 {cloud}，设备 {device}）',
    en: 'Recorded {hours} h that day (cloud {cloud}, device {device})',
  },

  lock: { zh: '控制锁', en: 'Control lock' },
  free: { zh: '空闲', en: 'Free' },
  own: { zh: '由你控制 · 剩 {seconds} 秒', en: 'Yours for {seconds} more s' },
  other: { zh: '{name}正在控制 · 剩 {seconds} 秒', en: '{name} has it for {seconds} more s' },
  take: { zh: '取得控制', en: 'Take control' },
  release: { zh: '释放控制', en: 'Release control' },
  taken: { zh: '已取得控制，不动时会自动续期', en: 'You have control; it is kept until you release it' },
  released: { zh: '已释放控制', en: 'Control is released' },
  webAddress: { zh: '直播地址', en: 'Live address' },
  webAddressHint: { zh: '平台给出的当前直播地址', en: 'The address the platform gave for this picture' },
  noAddress: { zh: '画面打开后才有地址', en: 'There is an address once the picture is open' },
  copy: { zh: '复制', en: 'Copy' },
  copied: { zh: '地址已复制', en: 'Address copied' },
  cannotCopy: { zh: '浏览器不允许复制', en: 'The browser does not allow copying' },
  quick: { zh: '快速记录', en: 'Quick record' },
} as const satisfies Record<string, Text>
