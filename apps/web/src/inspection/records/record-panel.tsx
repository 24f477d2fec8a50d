import type { ComponentProps } from 'react'
import { useText } from '../../lib/i18n.ts'
import { QueryPanel } from '../../ui/query-panel.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { words } from './text.ts'

/** A panel of records: where none match, it says what to widen. */
export function RecordPanel<T>(props: Omit<ComponentProps<typeof QueryPanel<T>>, 'empty'>) {
  const t = useText()
  return <QueryPanel {...props} empty={<EmptyState text={t(words.nothing)} />} />
}
