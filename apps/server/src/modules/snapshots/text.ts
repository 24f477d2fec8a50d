import type { Text } from '@aisle/contract'

export const text = {
  noBatch: { zh: '没有找到这次抓拍', en: 'There is no such batch of pictures' },
  noCamera: { zh: '没有找到所选的摄像头', en: 'There is no such camera' },
  foreignCamera: { zh: '所选摄像头不在你的权限范围内', en: 'A chosen camera is outside your scope' },
  wrongPreset: { zh: '该摄像头没有这个预置位', en: 'The camera has no such preset' },
  nothingToRetry: { zh: '没有可以重试的抓拍', en: 'There is nothing to take again' },
  stillCapturing: {
    zh: '还有图片在抓拍，请等待或停止',
    en: 'Pictures are still to come. Wait, or stop them.',
  },
  finished: { zh: '这次抓拍已完成查看', en: 'These pictures were looked through already' },
  stopped: { zh: '已停止', en: 'Stopped by the user' },
} as const satisfies Record<string, Text>
