import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { useText } from '../lib/i18n.ts'
import { useSession } from '../lib/session.ts'
import { menuPages, useRegistry } from '../shell/registry.ts'
import { everything, useScope } from '../shell/scope.ts'
import { EmptyState } from '../ui/states.tsx'
import type { ShopRow } from './shop-rows.ts'

/** Why the list is empty, with the one thing to do about it. */
export function NoShops({
  isOnlyFavourites,
  base,
  clear,
}: {
  isOnlyFavourites: boolean
  base: readonly ShopRow[]
  clear: () => void
}) {
  const t = useText()
  const { scope, setScope } = useScope()
  const { pages } = useRegistry()
  const { user } = useSession()
  const navigate = useNavigate()
  if (base.length > 0)
    return (
      <EmptyState
        text={t({ zh: '没有符合筛选条件的门店', en: 'No shop matches these filters' })}
        action={
          <Button type="primary" onClick={clear}>
            {t({ zh: '清除筛选', en: 'Clear filters' })}
          </Button>
        }
      />
    )
  if (scope.kind === 'area')
    return (
      <EmptyState
        text={
          isOnlyFavourites
            ? t({ zh: '该区域内没有收藏的门店', en: 'No favourite shop in this area' })
            : t({ zh: '该区域内没有你可以查看的门店', en: 'No shop of yours in this area' })
        }
        action={
          <Button type="primary" onClick={() => setScope(everything)}>
            {t({ zh: '查看全部区域', en: 'Show all areas' })}
          </Button>
        }
      />
    )
  const listPath = menuPages(pages, user).find(page => page.id === 'shops')?.path
  if (isOnlyFavourites)
    return (
      <EmptyState
        text={t({
          zh: '还没有收藏门店。在右上角添加，或点门店旁的星标。',
          en: 'No favourites yet. Add one above, or star a shop in a list.',
        })}
        action={
          listPath && (
            <Button type="primary" onClick={() => navigate(listPath)}>
              {t({ zh: '去门店列表', en: 'Go to shops' })}
            </Button>
          )
        }
      />
    )
  return (
    <EmptyState
      text={t({
        zh: '你的账号还没有门店，请联系管理员分配',
        en: 'Your account has no shops. Ask an administrator.',
      })}
    />
  )
}
