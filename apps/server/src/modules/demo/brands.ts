import type { ShopFormat } from '@aisle/contract'
import type { Random } from './random.ts'

/** What shops of the demo chain trade under. Their ids lie apart from those of the brands of its goods. */
export const demoBrands = [
  { id: '806001', name: '朝集', nameEn: 'Zhaoji' },
  { id: '806002', name: '朝集优选', nameEn: 'Zhaoji Select' },
  { id: '806003', name: '朝集居', nameEn: 'Zhaoji Living' },
  { id: '806004', name: '朝集邻里', nameEn: 'Zhaoji Local' },
  { id: '806005', name: '朝集奥莱', nameEn: 'Zhaoji Outlet' },
] as const

/** A large shop carries the name of the chain, a small one that of its line; outlets and community shops have one each. */
const lines: Record<ShopFormat, readonly (typeof demoBrands)[number]['name'][]> = {
  flagship: ['朝集'],
  standard: ['朝集', '朝集', '朝集优选', '朝集居'],
  mall: ['朝集优选', '朝集居'],
  community: ['朝集邻里'],
  outlet: ['朝集奥莱'],
}

/** The id of the brand of a shop. */
export function brandOf(format: ShopFormat, random: Random): string {
  const name = random.pick(lines[format])
  return demoBrands.find(brand => brand.name === name)?.id ?? demoBrands[0].id
}
