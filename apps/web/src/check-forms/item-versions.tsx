import type { CheckForm, CheckItem } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../lib/format.ts'
import { useName, useText } from '../lib/i18n.ts'
import { panelAttributes, stateOf } from '../ui/panel.tsx'
import { Bone, ErrorState, Loading } from '../ui/states.tsx'
import { changesBetween, fieldNames } from './item-changes.ts'
import { formQueries } from './queries.ts'

const actionNames = {
  created: { zh: '创建', en: 'Created' },
  changed: { zh: '修改', en: 'Changed' },
  moved: { zh: '移动', en: 'Moved' },
  archived: { zh: '归档', en: 'Archived' },
  restored: { zh: '恢复', en: 'Restored' },
} as const

/** How an item was edited, latest first: who, when, and each field before and after. */
export function ItemVersions({ item, form }: { item: CheckItem; form: CheckForm }) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const query = useQuery(formQueries.versions(item.itemId))
  const state = stateOf(query)
  const versions = query.data ?? []
  const groupName = (itemId: string) => {
    const group = form.items.find(node => node.itemId === itemId)
    return group ? name(group.itemName, group.itemNameEn) : t({ zh: '已归档的分组', en: 'an archived group' })
  }
  return (
    <div {...panelAttributes('versions', state)}>
      {state === 'loading' && (
        <Loading>
          <Bone height={160} />
        </Loading>
      )}
      {state === 'error' && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      <ol className="item-versions">
        {versions.map((version, index) => {
          const before = versions[index + 1]
          const changes = before ? changesBetween(before.item, version.item, t, groupName) : []
          return (
            <li key={version.version}>
              <p>
                <b>{t(actionNames[version.action])}</b>{' '}
                <span>
                  {t({ zh: '第 {n} 版', en: 'version {n}' }, { n: version.version })} ·{' '}
                  {version.userName || '—'} · {format.moment(new Date(version.at))}
                </span>
              </p>
              {changes.length > 0 && (
                <dl>
                  {changes.map(change => (
                    <div key={change.field}>
                      <dt>{t(fieldNames[change.field])}</dt>
                      <dd>
                        <del>{change.before}</del> → <ins>{change.after}</ins>
                      </dd>
                    </div>
                  ))}
                </dl>
              )}
              {version.action === 'moved' && changes.length === 0 && (
                <p className="item-note">
                  {t(
                    { zh: '组内第 {n} 位', en: 'Place {n} in its group' },
                    { n: (version.item.order ?? 0) + 1 },
                  )}
                </p>
              )}
            </li>
          )
        })}
      </ol>
    </div>
  )
}
