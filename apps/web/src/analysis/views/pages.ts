import { loadPage } from '../../shell/load-page.ts'
import { type Page, partOf } from '../../shell/registry.ts'
import { type View, viewId } from './view.ts'

const ViewPage = loadPage(() => import('./view-page.tsx'), 'ViewPage')
const ScreenPage = loadPage(() => import('../screens/screen-page.tsx'), 'ScreenPage')

function groupOf({ section }: View): Page['group'] {
  if (section === 'screens') return 'screen'
  if (section === 'reportDaily') return 'report'
  return partOf(section) === 'overview' ? 'overview' : 'analysis'
}

/** The registered page of a declaration. */
export function pageOf(view: View): Page {
  return {
    id: viewId(view),
    path: view.path,
    ...(view.aliasPaths ? { aliasPaths: view.aliasPaths } : {}),
    title: view.title,
    authority: view.authority,
    group: groupOf(view),
    section: view.section,
    theme: view.screen ? 'dark' : 'light',
    ...(view.screen ? { frame: 'window', isUnattended: true } : {}),
    menu: view.menu ?? 'list',
    ...(view.variantOf === undefined ? {} : { variantOf: view.variantOf }),
    ...(view.needsShop ? { needsShop: true } : {}),
    component: view.screen ? ScreenPage : ViewPage,
  }
}
