import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

// Files share a worker, its window and the libraries; what is ours is evaluated anew for each, and finds a new browser.
vi.resetModules()
localStorage.clear()
sessionStorage.clear()

afterEach(() => cleanup())
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  // Set by tests over what a prototype, or nobody, has.
  Reflect.deleteProperty(HTMLAnchorElement.prototype, 'click')
  Reflect.deleteProperty(URL, 'createObjectURL')
  Reflect.deleteProperty(URL, 'revokeObjectURL')
  document.body.replaceChildren()
})
// A busy machine draws slowly: what is waited for comes, only later.
configure({ asyncUtilTimeout: 4_000 })

// jsdom lays nothing out and lacks what the component library asks of a browser.
window.matchMedia = query => ({
  matches: false,
  media: query,
  onchange: null,
  addListener: () => {},
  removeListener: () => {},
  addEventListener: () => {},
  removeEventListener: () => {},
  dispatchEvent: () => false,
})
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Element.prototype.scrollIntoView ??= () => {}
HTMLDialogElement.prototype.showModal ??= function showModal() {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function close() {
  this.open = false
}
window.IntersectionObserver ??= class implements IntersectionObserver {
  readonly root = null
  readonly rootMargin = ''
  readonly scrollMargin = ''
  readonly thresholds = []
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}
