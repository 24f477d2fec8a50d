import type { Text } from '@aisle/contract'

export const text = {
  noPlan: { zh: '没有找到该计划', en: 'There is no such plan' },
  foreignPlan: { zh: '该计划不在你的权限范围内', en: 'This plan is outside your scope' },
  notYours: { zh: '你没有权限更改所选的计划', en: 'Not all of these plans are yours to change' },
  ofPatrol: {
    zh: '这是巡店计划的一站，请在巡店计划中修改',
    en: 'This is a stop of a patrol plan. Change it there.',
  },
  noCamera: { zh: '没有找到所选的摄像头', en: 'There is no such camera' },
  foreignCamera: { zh: '所选摄像头不在你的权限范围内', en: 'A chosen camera is outside your scope' },
  wrongPreset: { zh: '该摄像头没有这个预置位', en: 'The camera has no such preset' },
  wrongShop: { zh: '该计划属于另一个门店或摄像头', en: 'The plan belongs to another shop or camera' },
  noPatrol: { zh: '没有找到该巡店计划', en: 'There is no such patrol plan' },
  foreignPatrol: {
    zh: '该巡店计划包含你权限范围以外的门店',
    en: 'This patrol plan has shops outside your scope',
  },
  noRun: { zh: '没有找到这次执行', en: 'There is no such run' },
  nothingToRetry: {
    zh: '这次执行已完成或正在进行，无需重试',
    en: 'This run is done or under way: nothing to try again',
  },
  planGone: { zh: '该计划已删除，不能重试', en: 'The plan was removed: it cannot be tried again' },
  wrongRange: { zh: '日期范围不正确，最多 400 天', en: 'The range of days is not valid; 400 days at most' },
  failing: { zh: '抓图计划连续失败', en: 'A snapshot plan keeps failing' },
  failingBody: (
    shop: string,
    shopEn: string,
    camera: string,
    cameraEn: string,
    times: number,
    why: Text,
  ): Text => ({
    zh: `${shop} · ${camera}：连续 ${times} 次未拍到图片（${why.zh}）`,
    en: `${shopEn} · ${cameraEn}: no picture ${times} times in a row (${why.en})`,
  }),
} satisfies Record<string, Text | ((...parts: never[]) => Text)>

/** Why a run gave no picture, where no platform said so. */
export const runText = {
  stopped: { zh: '服务停机期间错过', en: 'Missed while the servers were stopped' },
  late: { zh: '平台限流，未能按时执行', en: 'The platform had no turn for it in time' },
  interrupted: { zh: '执行两次被中断', en: 'Interrupted twice' },
  presetGone: { zh: '预置位已删除', en: 'The preset was removed' },
  cameraGone: { zh: '摄像头已移除', en: 'The camera was removed' },
  held: { zh: '摄像头一直有人控制', en: 'Someone steered the camera all the time' },
  unexpected: { zh: '服务内部错误', en: 'The server failed' },
} as const satisfies Record<string, Text>
