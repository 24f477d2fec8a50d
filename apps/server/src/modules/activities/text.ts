export const text = {
  noActivity: { zh: '没有找到该活动', en: 'There is no such activity' },
  foreignShops: {
    zh: '活动中有门店不在你的权限范围内',
    en: 'Some shops of the activity are outside your scope',
  },
  noShops: { zh: '所选范围内没有门店', en: 'There is no shop where the activity should be' },
  isOver: {
    zh: '活动已结束或已取消，不能再修改',
    en: 'The activity is over or called off: it is not changed any more',
  },
  changed: {
    zh: '活动已在别处修改，请查看后再保存',
    en: 'The activity was changed elsewhere. Look at it before you save.',
  },
} as const
