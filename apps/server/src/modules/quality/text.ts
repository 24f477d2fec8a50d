import { type QualityEvent, qualityKinds, type Text } from '@aisle/contract'

/** What users read of data quality. */
export const text = {
  noEvent: { zh: '没有找到该异常', en: 'There is no such event' },
  noCorrection: { zh: '没有找到该修正', en: 'There is no such correction' },
  noLine: { zh: '该门店没有这条计数线', en: 'This shop has no such counting line' },
  changed: { zh: '有人刚刚改过,请看最新状态', en: 'Someone changed this meanwhile: see how it is now' },
  wrongStatus: { zh: '当前状态不能这样处理', en: 'This cannot be done in its present state' },
  ownRequest: { zh: '不能审批自己提出的修正', en: 'Nobody approves a correction of their own' },
  overlap: {
    zh: '这些小时已有生效的修正,请先撤销它',
    en: 'A correction is in force for some of these hours: undo it first',
  },
  future: { zh: '只能修正已经结束的小时', en: 'Only hours that are over can be corrected' },
  closedHours: { zh: '这些小时门店不营业', en: 'The shop is closed in these hours' },
  nothingToScale: { zh: '这些小时没有可按比例调整的计数', en: 'There is nothing to scale in these hours' },
  noEstimate: {
    zh: '可参考的历史不足三天,无法估算',
    en: 'Fewer than three comparable days are known: no estimate can be made',
  },
  wrongFigures: {
    zh: '该计数线统计店外人次,请填写经过人数',
    en: 'This line counts people outside: give how many passed by',
  },
  wrongPass: { zh: '请填写该计数线的进、出人数', en: 'Give how many came in and went out' },
  everyShopOnly: { zh: '只有能看到全部门店的人可以改', en: 'Only for those who see every shop' },
}

/** In which whoever looks after devices learns of doubtful counts. */
export function reportWords(event: QualityEvent): { title: Text; body: Text } {
  const { date, from, to, deviceName, deviceNameEn, deviceId, remark } = event
  const device = deviceName || (deviceId ?? '')
  const deviceEn = deviceNameEn || device
  const { zh, en } = qualityKinds[event.kind]
  return {
    title: {
      zh: `请检查设备:${event.shopname}${device === '' ? '' : ` · ${device}`}`,
      en: `Check the device: ${event.shopnameEn || event.shopname}${deviceEn === '' ? '' : ` · ${deviceEn}`}`,
    },
    body: {
      zh: `${date} ${from}–${to} ${zh}。${remark}`,
      en: `${en} on ${date}, ${from}–${to}. ${remark}`,
    },
  }
}
