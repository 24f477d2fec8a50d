import { type Algorithm, algorithms, type Finding } from '@aisle/contract'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'

/** How findings are called in the language of the console. */
export function useFindingWords() {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const algorithm = (of: Algorithm) => t(algorithms[of].label)
  return {
    algorithm,
    /** `镜头遮挡`, `区域被占用 · 通道`. */
    what: ({ algorithm: of, zoneName }: Pick<Finding, 'algorithm' | 'zoneName'>) =>
      zoneName === '' ? algorithm(of) : `${algorithm(of)} · ${zoneName}`,
    shop: ({ shopname, shopnameEn }: Pick<Finding, 'shopname' | 'shopnameEn'>) => name(shopname, shopnameEn),
    camera: ({ cameraName, cameraNameEn }: Pick<Finding, 'cameraName' | 'cameraNameEn'>) =>
      name(cameraName, cameraNameEn),
    percent: (share: number) => `${Math.round(share * 100)}%`,
    /** On the shop's clock. */
    at: (time: string, timeZone: string) => format.moment(new Date(time), timeZone),
    full: (time: string, timeZone: string) =>
      `${format.date(new Date(time), timeZone)} ${format.clock(new Date(time), timeZone)}`,
  }
}
