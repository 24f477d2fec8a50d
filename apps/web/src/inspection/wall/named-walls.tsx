import type { Wall } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Ellipsis, Plus } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/queries.ts'
import { useWritten } from '../../lib/written.ts'
import { Tag } from '../../ui/bits.tsx'
import { ClickMenu } from '../../ui/click-menu.tsx'
import { ConfirmPopover } from '../../ui/confirm.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { Written } from '../../ui/written.tsx'
import { inspectionQueries } from '../queries.ts'
import type { WallState } from './panes.ts'
import { wallText as words } from './text.ts'
import type { WallWork } from './use-wall.ts'
import { WallName } from './wall-name.tsx'

const refreshWalls = () => queryClient.invalidateQueries({ queryKey: inspectionQueries.walls().queryKey })

export const stateOfWall = ({ id, layout, panes, rotateSeconds }: Wall): WallState => ({
  layout,
  panes,
  rotateSeconds,
  wallId: id,
})

/** What a named wall keeps. */
const wallBodyOf = ({ layout, panes, rotateSeconds }: WallState) => ({
  layout,
  panes: [...panes],
  rotateSeconds,
})

/** Keeps the wall on the screen under the name it has. */
export async function saveWall(named: Wall, state: WallState) {
  await api.walls.update({ params: { wallId: named.id }, body: wallBodyOf(state) })
  await refreshWalls()
  toast.success(words.saved, { name: named.name })
}

/** Saved walls: the user's own, and those that others made public. */
export function NamedWalls({ wall }: { wall: WallWork }) {
  const t = useText()
  const walls = useQuery(inspectionQueries.walls())
  const [isNaming, setNaming] = useState(false)
  if (walls.error) return <ErrorState error={walls.error} onRetry={() => void walls.refetch()} />
  const own = walls.data?.filter(each => each.own) ?? []
  const others = walls.data?.filter(each => !each.own) ?? []
  return (
    <div className="named-walls">
      <Button block icon={<Plus size={14} />} onClick={() => setNaming(true)}>
        {t(words.saveAs)}
      </Button>
      {isNaming && <SaveAs wall={wall} onDone={() => setNaming(false)} />}
      {walls.data?.length === 0 && <EmptyState text={t(words.noWalls)} />}
      {own.length > 0 && <WallList title={t(words.ownWalls)} walls={own} wall={wall} />}
      {others.length > 0 && <WallList title={t(words.publicWalls)} walls={others} wall={wall} />}
    </div>
  )
}

/** Keeps the wall on the screen under a new name. */
function SaveAs({ wall, onDone }: { wall: WallWork; onDone: () => void }) {
  const t = useText()
  return (
    <WallName
      title={t(words.saveWall)}
      onCancel={onDone}
      onSave={async ({ name, isPublic }) => {
        const saved = await api.walls.create({ body: { ...wallBodyOf(wall.state), name, isPublic } })
        await refreshWalls()
        wall.load(stateOfWall(saved))
        toast.success(words.saved, { name })
        onDone()
      }}
    />
  )
}

function WallList({ title, walls, wall }: { title: string; walls: readonly Wall[]; wall: WallWork }) {
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {walls.map(each => (
          <WallRow key={each.id} named={each} wall={wall} />
        ))}
      </ul>
    </section>
  )
}

function WallRow({ named, wall }: { named: Wall; wall: WallWork }) {
  const t = useText()
  const written = useWritten()
  const [isRenaming, rename] = useState(false)
  const count = named.panes.filter(pane => pane !== null).length
  const update = async (body: Parameters<typeof api.walls.update>[0]['body']) => {
    await api.walls.update({ params: { wallId: named.id }, body: body ?? {} })
    await refreshWalls()
  }
  const run: Record<string, () => unknown> = {
    save: () => saveWall(named, wall.state),
    rename: () => rename(true),
    share: () => update({ isPublic: !named.isPublic }),
  }
  async function remove() {
    await api.walls.remove({ params: { wallId: named.id } })
    await refreshWalls()
    toast.success(words.deleted, { name: written(named.name) })
  }
  return (
    <li className="wall-row" data-current={wall.state.wallId === named.id || undefined}>
      <button type="button" className="wall-open" onClick={() => wall.load(stateOfWall(named))}>
        <span className="ellipsis" title={written(named.name)}>
          <Written text={named.name} />
        </span>
        <span className="tool-hint">
          {named.layout === '1' ? '1' : named.layout} · {count}
          {!named.own && ` · ${t(words.by, { name: named.ownerName })}`}
        </span>
      </button>
      {named.own && named.isPublic && <Tag>{t(words.publicTag)}</Tag>}
      {named.own && (
        <>
          <ConfirmPopover name={written(named.name)} onConfirm={remove}>
            <button type="button" className="tree-button wall-delete">
              {t(words.delete)}
            </button>
          </ConfirmPopover>
          <ClickMenu
            onOpenChange={wall.setMenuOpen}
            menu={{
              onClick: ({ key }) => {
                wall.setMenuOpen(false)
                Promise.resolve(run[key]?.()).catch(toast.error)
              },
              items: [
                { key: 'save', label: t(words.save) },
                { key: 'rename', label: t(words.rename) },
                { key: 'share', label: t(named.isPublic ? words.makePrivate : words.makePublic) },
              ],
            }}
          >
            <button
              type="button"
              className="tree-button"
              aria-label={`${t(words.more)} ${written(named.name)}`}
            >
              <Ellipsis size={15} />
            </button>
          </ClickMenu>
        </>
      )}
      {isRenaming && (
        <WallName
          title={t(words.rename)}
          initial={named}
          onCancel={() => rename(false)}
          onSave={async body => {
            await update(body)
            rename(false)
          }}
        />
      )}
    </li>
  )
}
