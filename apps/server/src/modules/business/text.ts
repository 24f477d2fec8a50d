export const text = {
  chainOnly: {
    zh: '只有能看到全部门店的人可以改总部口径',
    en: 'Only someone who sees every shop changes the rules of the chain',
  },
  changed: {
    zh: '内容已被他人修改，请查看后再保存',
    en: 'Someone else changed this. Look at it before you save.',
  },
  cutInUse: {
    zh: '已有数据按现在的营业日切换计日，不能再改：改了以后旧数据的日期和小时会错位',
    en: 'What was counted so far is dated by the present end of the business day, which therefore stays: its days and hours would be wrong',
  },
  sameTime: { zh: '开门和关门时间不能相同', en: 'Opening and closing time must differ' },
  foreignShop: { zh: '有门店不在你的权限范围内', en: 'One of the shops is outside your scope' },
  noHoliday: { zh: '这一天没有自定义的节假日', en: 'There is no day of your own on that date' },
  repeated: { zh: '同一门店同一月份出现了两次', en: 'A shop has the same month twice' },
  unreadable: {
    zh: '文件无法读取，请用导出的表格填写',
    en: 'The file cannot be read. Fill in an exported one.',
  },
  noFile: { zh: '请选择文件', en: 'Choose a file' },
}
