import { useText } from '../../../lib/i18n.ts'

/** Said above a drawing that has no room for everything. */
export function Cut({ most, all }: { most: number; all: number }) {
  const t = useText()
  return (
    <p className="view-cut">
      {t(
        {
          zh: '图中为 {all} 项中的 {most} 项；导出含全部',
          en: 'Shows {most} of {all}; the export has all of them',
        },
        { most, all },
      )}
    </p>
  )
}
