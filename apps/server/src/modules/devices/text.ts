export const text = {
  noDevice: { zh: '没有找到该设备', en: 'There is no such device' },
  sameSn: { zh: '已有设备使用该序列号', en: 'Another device has this serial number' },
  sameLine: { zh: '同一设备的计数线不能重名', en: 'Two lines of a device cannot have the same name' },
  wrongPlace: {
    zh: '出入口、楼层或区域不属于该门店',
    en: 'The entrance, floor or zone is not part of this shop',
  },
}
