import { type ComponentType, lazy, Suspense } from 'react'
import { useText } from '../../../lib/i18n.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Bone, Loading } from '../../../ui/states.tsx'
import type { Special } from '../kinds/special.ts'

/** A panel that is fetched when a page that has it is opened; its card stands in place until then. */
export function later<Name extends string>(
  load: () => Promise<Record<Name, ComponentType<Special>>>,
  name: Name,
): ComponentType<Special> {
  const Piece = lazy(async () => ({ default: (await load())[name] }))
  return function Later(props: Special) {
    return (
      <Suspense fallback={<Waiting {...props} />}>
        <Piece {...props} />
      </Suspense>
    )
  }
}

function Waiting({ panel, className }: Special) {
  const t = useText()
  return (
    <Panel id={panel.id} title={t(panel.title)} state="loading" className={`view-panel ${className}`}>
      <div className="panel-body">
        <Loading>
          <Bone height={240} />
        </Loading>
      </div>
    </Panel>
  )
}
