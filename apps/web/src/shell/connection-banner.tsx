import { WifiOff } from 'lucide-react'
import { connectionStore } from '../lib/connection.ts'
import { useText } from '../lib/i18n.ts'
import { askForSession, useSession } from '../lib/session.ts'
import { useStore } from '../lib/store.ts'
import { useAfter } from '../ui/states.tsx'
import './connection-banner.css'

/** Says that the service does not answer while calls are being repeated, or that the session ended and the page stays. */
export function ConnectionBanner() {
  const t = useText()
  const connection = useStore(connectionStore)
  const { phase } = useSession()
  // One lost packet is no news: the banner waits for the second failure.
  const isLasting = useAfter(900, connection.phase === 'retrying')
  if (isLasting)
    return (
      <div className="banner" role="status">
        <WifiOff size={16} aria-hidden />
        {t({ zh: '网络中断，正在自动重试', en: 'Connection lost. Retrying.' })}
      </div>
    )
  if (phase === 'staying')
    return (
      <div className="banner" role="status">
        {t({
          zh: '登录已过期，内容可能不是最新',
          en: 'Your sign-in expired. What you see may be out of date.',
        })}
        <button type="button" className="banner-action" onClick={askForSession}>
          {t({ zh: '重新登录', en: 'Sign in again' })}
        </button>
      </div>
    )
  return null
}
