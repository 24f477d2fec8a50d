import type { Text } from '@aisle/contract'

/** A province on the tile grid: its two-digit code, short name, and place by row and column. */
export type Province = { code: string; name: Text; row: number; column: number }

const at = (code: string, zh: string, en: string, row: number, column: number): Province => ({
  code,
  name: { zh, en },
  row,
  column,
})

/** One equal tile each, near where the province lies. Names answer to their beginning: 广西 is 广西壮族自治区. */
export const provinces: readonly Province[] = [
  at('23', '黑龙江', 'HL', 0, 7),
  at('15', '内蒙古', 'NM', 1, 5),
  at('22', '吉林', 'JL', 1, 7),
  at('65', '新疆', 'XJ', 2, 0),
  at('62', '甘肃', 'GS', 2, 2),
  at('64', '宁夏', 'NX', 2, 3),
  at('14', '山西', 'SX', 2, 4),
  at('13', '河北', 'HE', 2, 5),
  at('11', '北京', 'BJ', 2, 6),
  at('21', '辽宁', 'LN', 2, 7),
  at('63', '青海', 'QH', 3, 1),
  at('61', '陕西', 'SN', 3, 3),
  at('41', '河南', 'HA', 3, 4),
  at('37', '山东', 'SD', 3, 5),
  at('12', '天津', 'TJ', 3, 6),
  at('54', '西藏', 'XZ', 4, 0),
  at('51', '四川', 'SC', 4, 1),
  at('50', '重庆', 'CQ', 4, 2),
  at('42', '湖北', 'HB', 4, 3),
  at('34', '安徽', 'AH', 4, 4),
  at('32', '江苏', 'JS', 4, 5),
  at('31', '上海', 'SH', 4, 6),
  at('53', '云南', 'YN', 5, 1),
  at('52', '贵州', 'GZ', 5, 2),
  at('43', '湖南', 'HN', 5, 3),
  at('36', '江西', 'JX', 5, 4),
  at('33', '浙江', 'ZJ', 5, 5),
  at('45', '广西', 'GX', 6, 2),
  at('44', '广东', 'GD', 6, 3),
  at('35', '福建', 'FJ', 6, 4),
  at('71', '台湾', 'TW', 6, 6),
  at('46', '海南', 'HI', 7, 2),
  at('82', '澳门', 'MO', 7, 3),
  at('81', '香港', 'HK', 7, 4),
]
