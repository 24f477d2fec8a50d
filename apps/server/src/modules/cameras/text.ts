import type { VendorErrorCode } from '@aisle/cameras'
import type { Text } from '@aisle/contract'

export const text = {
  noCamera: {
    zh: '没有找到该摄像头，或它不在你的权限范围内',
    en: 'There is no such camera, or it is outside your scope',
  },
  noPreset: { zh: '没有找到该预置位', en: 'There is no such preset' },
  noSession: { zh: '播放已结束，请重新打开', en: 'This playback has ended. Open it again.' },
  noAccount: { zh: '没有找到该平台账号', en: 'There is no such platform account' },
  accountInUse: { zh: '仍有摄像头在使用该账号，不能删除', en: 'Cameras still use this account' },
  noFloor: { zh: '该门店没有这个楼层', en: 'The shop has no such floor' },
  credentialsAgain: {
    zh: '地址已改变，请重新输入该账号的全部凭据',
    en: 'The address is another one: enter all credentials of the account again',
  },
  wrongAccount: { zh: '该账号不属于所选平台', en: 'The account is not one of the chosen platform' },
  cameraExists: { zh: '该设备通道已登记', en: 'This channel of the device is registered already' },
  cannotSteer: { zh: '该摄像头不支持此云台操作', en: 'This camera cannot move that way' },
  noPresetsHere: { zh: '该摄像头不支持预置位', en: 'This camera has no presets' },
  noPlaybackHere: { zh: '该平台不支持此播放操作', en: 'The platform does not offer this for playback' },
  noEncoding: { zh: '该平台不能设置画面', en: 'The platform cannot set the picture of its cameras' },
  noFrame: { zh: '没有可用的画面', en: 'No picture could be taken from this camera' },
  notSaid: { zh: '平台没有返回录像信息', en: 'The platform did not say what is recorded' },
  wrongRange: { zh: '时间范围不正确', en: 'The range of time is not valid' },
  noShop: {
    zh: '没有找到该门店，或它不在你的权限范围内',
    en: 'There is no such shop, or it is outside your scope',
  },
  wrongPlatform: { zh: '该摄像头不属于此平台', en: 'The camera is not one of this platform' },
  notAPicture: { zh: '文件不是 JPEG、PNG 或 WebP 图片', en: 'The file is not a JPEG, PNG or WebP picture' },
  heldBy: (name: string, seconds: number): Text => ({
    zh: `${name}正在控制，剩 ${seconds} 秒`,
    en: `${name} is steering this camera for ${seconds} more s`,
  }),
}

/** What a user reads when a platform refuses; the vendor's own code stays in the log. */
export const vendorText: Record<VendorErrorCode, Text> = {
  offline: { zh: '摄像头离线', en: 'The camera is offline' },
  timeout: {
    zh: '摄像头平台响应超时，请稍后重试',
    en: 'The camera platform did not answer in time. Try again.',
  },
  noRecording: { zh: '该设备暂无回放录像', en: 'This device has no playback recordings' },
  notSupported: { zh: '该摄像头不支持此操作', en: 'This camera does not support that' },
  notAllowed: { zh: '平台账号无权访问该摄像头', en: 'The platform account may not use this camera' },
  misconfigured: {
    zh: '摄像头或平台账号配置有误，请联系管理员',
    en: 'The camera or its account is set up wrongly. Ask an administrator.',
  },
  busy: { zh: '摄像头正忙，请稍后重试', en: 'The camera is busy. Try again shortly.' },
  controlledByOther: { zh: '摄像头正由其他用户控制', en: 'Someone else is steering this camera' },
  limitReached: { zh: '该平台同时打开的画面已达上限', en: 'Too many open streams on this platform' },
  presetsFull: { zh: '没有空闲的预置位（最多 12 个）', en: 'No free preset position (12 at most)' },
  atEndStop: { zh: '已转到尽头', en: 'The camera has reached its end stop' },
  encrypted: {
    zh: '视频已加密，请在平台关闭加密或填写验证码',
    en: 'The video is encrypted. Switch encryption off or enter the device code.',
  },
  quotaExceeded: { zh: '平台调用额度已用完', en: 'The platform quota is used up' },
  frozen: { zh: '平台账号或设备已被冻结', en: 'The platform has frozen the account or the device' },
  invalidRequest: { zh: '平台拒绝了该请求', en: 'The platform refused the request' },
  breakerOpen: {
    zh: '摄像头平台暂时不可用，正在自动恢复',
    en: 'The camera platform is not available right now',
  },
  upstream: { zh: '摄像头平台出错，请稍后重试', en: 'The camera platform failed. Try again.' },
}
