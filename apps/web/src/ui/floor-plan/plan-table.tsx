import { useText } from '../../lib/i18n.ts'
import type { PlanDrawing } from './plan.ts'

/** The values of a plan's zones, for who reads rather than looks. */
export function PlanTable({
  plan,
  valueName,
  textOf,
}: {
  plan: PlanDrawing
  valueName: string
  textOf: (id: string) => string | undefined
}) {
  const t = useText()
  return (
    <table className="chart-table">
      <thead>
        <tr>
          <th scope="col">{t({ zh: '区域', en: 'Zone' })}</th>
          <th scope="col">{valueName}</th>
        </tr>
      </thead>
      <tbody>
        {plan.zones.map(({ id, name }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            <td>{textOf(id) ?? '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
