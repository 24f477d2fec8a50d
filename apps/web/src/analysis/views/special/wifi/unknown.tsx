import { useText } from '../../../../lib/i18n.ts'
import type { Special } from '../../kinds/special.ts'
import { SpecialCard } from '../special-card.tsx'

/** Probes keep no address, only a sign that is another one every day: who was here before is not told, and nothing is put in its place. */
export function UnknownToProbes({ panel, className }: Special) {
  const t = useText()
  return (
    <SpecialCard
      panel={panel}
      className={className}
      state="empty"
      nothing={t({
        zh: '探针不保存设备地址，匿名编号每天更换，因此无法分辨新老设备与到店次数。此类数字见「新老客分析」「回店分析」（精准客流）。',
        en: 'Probes keep no addresses; their signs for devices change every day. Who is new and how often somebody came cannot be told. Figures of that kind are on New and old customers and Back-store analysis (precise flow).',
      })}
    />
  )
}
