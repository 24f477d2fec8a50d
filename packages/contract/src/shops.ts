import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import type { Text } from './problems.ts'
import { answerId, changes, clockTime, done, id, numeric, optionalText } from './shared.ts'

/** Kinds of shops, as they are called everywhere. */
export const formatNames = {
  flagship: { zh: '旗舰店', en: 'Flagship' },
  standard: { zh: '标准店', en: 'Standard' },
  community: { zh: '社区店', en: 'Community' },
  outlet: { zh: '奥莱店', en: 'Outlet' },
  mall: { zh: '商场店', en: 'Mall' },
} as const satisfies Record<string, Text>
export const shopFormats = [
  'flagship',
  'standard',
  'community',
  'outlet',
  'mall',
] as const satisfies readonly (keyof typeof formatNames)[]
export const shopFormat = z.enum(shopFormats)
export type ShopFormat = z.infer<typeof shopFormat>

/** A shop as lists show it. `shopid` and `shopname` are the specification's names. */
export const shop = z.object({
  shopid: answerId,
  shopname: z.string(),
  shopnameEn: z.string(),
  code: z.string(),
  format: shopFormat,
  regionid: answerId,
  provinceid: answerId,
  cityid: answerId,
  countyid: answerId,
  areaPath: z.string(),
  areaPathEn: z.string(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
})
export type Shop = z.infer<typeof shop>

export const shopDetail = shop.extend({
  /** null: nobody registered one. */
  brand: z.object({ id: answerId, name: z.string(), nameEn: z.string() }).nullable(),
  address: z.string(),
  areaM2: z.number().nullable(),
  openTime: z.string(),
  closeTime: z.string(),
  timeZone: z.string(),
  manager: z.string(),
  phone: z.string(),
  cameraCount: z.number(),
  onlineCount: z.number(),
  /** Latest evaluation score; null where the shop was never evaluated. */
  score: z.number().nullable(),
  collected: z.boolean(),
  floors: z.array(z.object({ id: answerId, name: z.string(), nameEn: z.string(), level: z.number() })),
  entrances: z.array(
    z.object({ id: answerId, name: z.string(), nameEn: z.string(), floorId: answerId.nullable() }),
  ),
  zones: z.array(
    z.object({
      id: answerId,
      name: z.string(),
      nameEn: z.string(),
      floorId: answerId.nullable(),
      kind: z.string(),
    }),
  ),
})
export type ShopDetail = z.infer<typeof shopDetail>

/** A row of the list of shops one may inspect. */
export const checkShop = shop.extend({
  cameraCount: z.number(),
  onlineCount: z.number(),
  lastCheckTime: z.string().nullable(),
  collected: z.boolean(),
})
export type CheckShop = z.infer<typeof checkShop>

const named = z.object({
  name: z.string().trim().min(1).max(60),
  nameEn: z.string().trim().max(80).default(''),
})

export const shopBody = z.object({
  shopname: z.string().trim().min(1).max(60),
  shopnameEn: z.string().trim().max(80).default(''),
  code: optionalText(30),
  countyid: id,
  timeZone: z
    .string()
    // Before the default: what changes a shop leaves defaults out, and with them whatever is checked after them.
    .refine(zone => Intl.supportedValuesOf('timeZone').includes(zone) || zone === 'UTC', 'unknown time zone')
    .default('Asia/Shanghai'),
  openTime: clockTime.default('10:00'),
  closeTime: clockTime.default('22:00'),
  areaM2: numeric(z.number().positive().max(10_000_000).nullable()).default(null),
  format: shopFormat.default('standard'),
  /** Name of what the shop trades under, made where there is none of that name; empty: none. */
  brand: z.string().trim().max(60).default(''),
  /** English name of the brand; empty: as it is. */
  brandEn: z.string().trim().max(80).default(''),
  address: z.string().trim().max(200).default(''),
  longitude: numeric(z.number().min(-180).max(180).nullable()).default(null),
  latitude: numeric(z.number().min(-90).max(90).nullable()).default(null),
  manager: z.string().trim().max(40).default(''),
  phone: z.string().trim().max(30).default(''),
  /** Replaces the shop's floors with their entrances and zones where given. */
  floors: z
    .array(
      named.extend({
        level: numeric(z.number().int().min(-9).max(200)),
        entrances: z.array(named).max(100).default([]),
        zones: z
          .array(named.extend({ kind: z.string().trim().max(30).default('shelf') }))
          .max(500)
          .default([]),
      }),
    )
    .max(100)
    .optional(),
})

const tag = 'shops'

export const shops = {
  detail: endpoint({
    method: 'GET',
    path: '/api/shops/:shopId',
    summary: 'One shop with floors, entrances and zones.',
    tag,
    authority: [],
    params: z.object({ shopId: id }),
    answer: shopDetail,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/shops',
    summary: 'Creates a shop in a county.',
    tag,
    authority: ['shop.manage'],
    body: shopBody,
    answer: shopDetail,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/shops/:shopId',
    summary: 'Changes the given fields of a shop.',
    tag,
    authority: ['shop.manage'],
    params: z.object({ shopId: id }),
    body: changes(shopBody),
    answer: shopDetail,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/shops/:shopId',
    summary: 'Closes a shop: it leaves lists and pickers, its records stay.',
    tag,
    authority: ['shop.manage'],
    params: z.object({ shopId: id }),
    answer: done,
  }),
}
