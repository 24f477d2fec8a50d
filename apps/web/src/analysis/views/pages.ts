import { loadPage } from '../../shell/load-page.ts'
import { type Page, partOf } from '../../shell/registry.ts'
import { type View, viewId } from './view.ts'

const ViewPage = loadPage(() => import('./view-page.tsx'), 'ViewPage')

/** The registered page of a declaration. */
export function pageOf(view: View): Page {
  return {
    id: viewId(view),
    path: view.path,
    ...(view.aliasPaths ? { aliasPaths: view.aliasPaths } : {}),
    title: view.title,
    authority: view.authority,
    group: partOf(view.section) === 'overview' ? 'overview' : 'analysis',
    section: view.section,
    theme: 'light',
    menu: view.menu ?? 'list',
    ...(view.variantOf === undefined ? {} : { variantOf: view.variantOf }),
    ...(view.needsShop ? { needsShop: true } : {}),
    component: ViewPage,
  }
}
