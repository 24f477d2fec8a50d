import './ui/base.css'
import { clearAfterUpdate } from './lib/version.ts'

function isReloadNeeded(): boolean {
  try {
    return clearAfterUpdate(__VERSION__, localStorage)
  } catch {
    return false
  }
}

// What is remembered must be cleared before any module reads it.
if (isReloadNeeded()) location.reload()
else void import('./start.tsx').then(({ start }) => start(document.getElementById('root')))
