import { Input, Segmented } from 'antd'
import { useText } from '../../lib/i18n.ts'
import { platformWords as words } from './platform-text.ts'
import { type PlatformHome, statuses } from './use-platform-home.ts'

const names = { all: words.all, online: words.isOnline, offline: words.isOffline } as const

/** Words and status that the cameras are narrowed by; words hold on Enter, and when they are taken away. */
export function PlatformFilters({ home }: { home: PlatformHome }) {
  const t = useText()
  return (
    <>
      <Input.Search
        key={home.keyword}
        size="small"
        allowClear
        className="home-search"
        aria-label={t(words.search)}
        placeholder={t(words.search)}
        defaultValue={home.keyword}
        onSearch={value => home.setKeyword(value.trim())}
      />
      <Segmented
        size="small"
        aria-label={t(words.status)}
        value={home.status}
        options={statuses.map(value => ({ value, label: t(names[value]) }))}
        onChange={home.setStatus}
      />
    </>
  )
}
