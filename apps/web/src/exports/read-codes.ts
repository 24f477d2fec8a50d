import type { Shop, ShopCodes, Text } from '@aisle/contract'

type Named = Pick<Shop, 'shopid' | 'shopname' | 'shopnameEn' | 'code'>
export type CodeFault = { line: number; kind: keyof typeof codeFaults; what: string }

export const codeFaults = {
  noCode: { zh: '第 {line} 行「{what}」没有代码', en: 'Line {line}: no code for “{what}”' },
  unknown: { zh: '第 {line} 行：没有门店「{what}」', en: 'Line {line}: no shop “{what}”' },
  several: {
    zh: '第 {line} 行：有多家门店叫「{what}」，请用编号',
    en: 'Line {line}: several shops are called “{what}”, take the id',
  },
  twice: { zh: '第 {line} 行：门店「{what}」重复', en: 'Line {line}: shop “{what}” comes twice' },
  sameCode: { zh: '第 {line} 行：代码「{what}」已被使用', en: 'Line {line}: code “{what}” is used already' },
  long: { zh: '第 {line} 行：代码超过 60 个字', en: 'Line {line}: a code of more than 60 signs' },
} as const satisfies Record<string, Text>

const longest = 60

/** A table of two columns, shop and code, as it is pasted from a spreadsheet or typed; shops by id, number or name. */
export function readCodes(
  text: string,
  shops: readonly Named[],
  kept: ShopCodes,
): { codes: ShopCodes; faults: CodeFault[] } {
  const byName = namesOf(shops)
  // Ids are surest: they mean themselves, whatever else is called so. Those kept before may be of shops that the reader does not see.
  const ids = new Set([...shops.map(({ shopid }) => shopid), ...kept.map(({ shopId }) => shopId)])

  const codes: ShopCodes = []
  const faults: CodeFault[] = []
  for (const [index, written] of text.split(/\r?\n/).entries()) {
    const row = written.trim()
    if (row === '') continue
    const say = (kind: CodeFault['kind'], what: string) => faults.push({ line: index + 1, kind, what })
    const parts = /^(.+?)\s*[\t,，;；]\s*(.*)$/.exec(row) ?? /^(.+)\s+(\S+)$/.exec(row)
    const [name, code] = [(parts?.[1] ?? row).trim(), (parts?.[2] ?? '').trim()]
    const found = ids.has(name) ? [name] : [...(byName.get(keyOf(name)) ?? [])]
    const [shopId] = found
    if (shopId === undefined) say('unknown', name)
    else if (found.length > 1) say('several', name)
    else if (code === '') say('noCode', name)
    else if (code.length > longest) say('long', name)
    else if (codes.some(one => one.shopId === shopId)) say('twice', name)
    else if (codes.some(one => one.code === code)) say('sameCode', code)
    else codes.push({ shopId, code })
  }
  return { codes, faults }
}

/** The same as it is shown: by the name of the shop where that is its alone, else by its id. */
export function writtenCodes(codes: ShopCodes, shops: readonly Named[], isChinese: boolean): string {
  const byName = namesOf(shops)
  const byId = new Map(shops.map(shop => [shop.shopid, shop]))
  const nameOf = (id: string) => {
    const shop = byId.get(id)
    const name = shop && (isChinese ? shop.shopname : shop.shopnameEn || shop.shopname)
    // A name that holds what parts the columns, or is another shop's id, would not be read back.
    const isSafe = name !== undefined && !/[\t,，;；]/.test(name) && !byId.has(name)
    return isSafe && byName.get(keyOf(name))?.size === 1 ? name : id
  }
  return codes.map(({ shopId, code }) => `${nameOf(shopId)}\t${code}`).join('\n')
}

const keyOf = (name: string) => name.trim().toLowerCase()

/** Who is called so: by each name of either language and by the number. */
function namesOf(shops: readonly Named[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { shopid, shopname, shopnameEn, code } of shops)
    for (const name of [shopname, shopnameEn, code].map(keyOf))
      if (name !== '') found.set(name, (found.get(name) ?? new Set()).add(shopid))
  return found
}
