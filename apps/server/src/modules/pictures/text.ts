import type { ProviderName, Text } from '@aisle/contract'

export const text = {
  notPicture: { zh: '只能上传 JPEG、PNG 或 WebP 图片', en: 'Only JPEG, PNG and WebP pictures can be saved' },
  tooLarge: { zh: '图片不能超过 10 MB', en: 'A picture may have up to 10 MB' },
  tooManyPixels: { zh: '图片尺寸过大，最多 5000 万像素', en: 'A picture may have up to 50 million pixels' },
  noCamera: { zh: '没有找到这个摄像头', en: 'There is no such camera' },
  noFile: { zh: '没有收到图片', en: 'No picture was sent' },
  wrongPreset: { zh: '该摄像头没有这个预置位', en: 'This camera has no such preset' },
  notYours: { zh: '你没有权限更改所选的图片', en: 'Not all of these pictures are yours to change' },
  gone: { zh: '没有找到这张图片', en: 'There is no such picture' },
  drawnSince: {
    zh: '其他人刚在这张图片上做了标注，请刷新后再试',
    en: 'Somebody else has drawn on this picture meanwhile. Reload it.',
  },
  tooLate: {
    zh: '删除超过 30 天的图片无法恢复',
    en: 'Pictures deleted more than 30 days ago cannot be restored',
  },
  zipMost: (most: number): Text => ({
    zh: `一次最多打包 ${most} 张图片，请分批下载`,
    en: `At most ${most} pictures fit into one ZIP. Download them in parts.`,
  }),
  wrongProvider: (provider: ProviderName): Text => ({
    zh: `这个摄像头不能使用此接口上传图片（类型 ${provider}）`,
    en: `Pictures of this camera (${provider}) are not saved by this call`,
  }),
} satisfies Record<string, Text | ((...parts: never[]) => Text)>
