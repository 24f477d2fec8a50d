import type { Text } from '@aisle/contract'

export const text = {
  wrongLogin: { zh: '用户名或密码不正确', en: 'The user name or the password is wrong' },
  wrongOldPassword: { zh: '原密码不正确', en: 'The old password is wrong' },
  usedPassword: {
    zh: '新密码不能与最近 3 次使用过的密码相同',
    en: 'The new password must differ from the last 3',
  },
  notBase64: { zh: '用户名或密码的编码不正确', en: 'The user name or the password is not Base64' },
  tooManyTries: (minutes: number): Text => ({
    zh: `尝试次数过多，请 ${minutes} 分钟后再试`,
    en: `Too many tries. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  }),
}
