import { Component, type ReactNode } from 'react'
import { useRouteError } from 'react-router'
import { textNow } from '../lib/i18n.ts'
import { ErrorState } from '../ui/states.tsx'
import { LatePage } from './load-page.ts'

const words = {
  heading: { zh: '页面出错', en: 'This page failed' },
  stale: {
    zh: '页面已更新，请重新载入',
    en: 'The console was updated. Reload the page.',
  },
}

/** A part of the code that is not there any more: the console was updated under an open tab. */
function isMissingChunk(error: unknown): boolean {
  return (
    error instanceof Error && /dynamically imported module|module script failed|preload/i.test(error.message)
  )
}

function readable(error: unknown): unknown {
  return isMissingChunk(error) ? new Error(textNow(words.stale), { cause: error }) : error
}

type Props = { children: ReactNode }

/** A page that throws shows what happened in its own place; the shell around it lives. */
export class PageBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    const retry =
      isMissingChunk(error) || error instanceof LatePage
        ? () => location.reload()
        : () => this.setState({ error: undefined })
    return (
      <div className="page" data-panel="page" data-state="error">
        <h1>{textNow(words.heading)}</h1>
        <ErrorState error={readable(error)} onRetry={retry} />
      </div>
    )
  }
}

/** The last resort: the shell itself failed. */
export function CrashPage() {
  const error = useRouteError()
  return (
    <main className="page" data-panel="page" data-state="error">
      <h1>{textNow(words.heading)}</h1>
      <ErrorState error={readable(error)} onRetry={() => location.reload()} />
    </main>
  )
}
