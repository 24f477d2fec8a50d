import { useQuery } from '@tanstack/react-query'
import { Popover } from 'antd'
import { ChevronsUpDown, MapPin, Star, Store } from 'lucide-react'
import { type ComponentProps, lazy, Suspense, useRef, useState } from 'react'
import { useName, useText } from '../lib/i18n.ts'
import { sharedQueries } from '../lib/queries.ts'
import { useSession } from '../lib/session.ts'
import { useHotkeys } from '../ui/hotkeys.ts'
import { Sheet } from '../ui/sheet.tsx'
import { Bone } from '../ui/states.tsx'
import { useFrame } from './chrome.tsx'
import { useScope } from './scope.ts'
import './scope-picker.css'

const ScopePanel = lazy(() => import('./scope-panel.tsx').then(m => ({ default: m.ScopePanel })))

/** Where the console looks: parent muted, own name bold, a star for a favourite. Opens the picker. */
export function ScopePicker() {
  const t = useText()
  const { width } = useFrame()
  const [isOpen, open] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useHotkeys([{ keys: ['Escape'], always: true, isEnabled: isOpen, run: () => close() }])
  const label = t({ zh: '选择区域或门店', en: 'Choose an area or shop' })
  const close = () => {
    open(false)
    button.current?.focus()
  }
  if (width === 'phone')
    return (
      <>
        <ScopeButton isOpen={isOpen} ref={button} onClick={() => open(true)} />
        {isOpen && (
          <Sheet title={label} onClose={close}>
            <Suspense fallback={<Bone height={360} />}>
              <ScopePanel isNarrow onDone={close} />
            </Suspense>
          </Sheet>
        )}
      </>
    )
  return (
    <Popover
      open={isOpen}
      onOpenChange={open}
      trigger="click"
      placement="bottomLeft"
      arrow={false}
      classNames={{ root: 'scope-popover' }}
      destroyOnHidden
      content={
        <Suspense fallback={<Bone width={720} height={360} />}>
          <ScopePanel isNarrow={false} onDone={close} />
        </Suspense>
      }
    >
      <ScopeButton isOpen={isOpen} ref={button} />
    </Popover>
  )
}

/** Takes what the popover hands to its trigger (ref and handlers) on to the button. */
function ScopeButton({ isOpen, ...rest }: { isOpen: boolean } & ComponentProps<'button'>) {
  const t = useText()
  return (
    <button {...rest} type="button" className="scope-button" aria-haspopup="dialog" aria-expanded={isOpen}>
      <span className="visually-hidden">{t({ zh: '选择区域或门店', en: 'Choose an area or shop' })}: </span>
      <ScopeLabel />
      <ChevronsUpDown size={14} aria-hidden />
    </button>
  )
}

function ScopeLabel() {
  const t = useText()
  const name = useName()
  const { can } = useSession()
  const { scope, shop, trail, isUnknown } = useScope()
  const favourites = useQuery({ ...sharedQueries.favourites(), enabled: can('inspect.view', 'flow.view') })
  const everywhere = t({ zh: '全部区域', en: 'All areas' })
  if (isUnknown || scope.kind === 'all')
    return (
      <>
        <MapPin size={16} aria-hidden />
        <span className="scope-name ellipsis">
          {isUnknown ? t({ zh: '请选择', en: 'Choose' }) : everywhere}
        </span>
      </>
    )
  const own = scope.kind === 'shop' ? shop : trail.at(-1)
  if (!own) return <Bone width={120} height={14} />
  const label = 'shopid' in own ? name(own.shopname, own.shopnameEn) : name(own.name, own.nameEn)
  // A municipality stands in the tree as province and as city: the parent is the next area of another name.
  const parent =
    scope.kind === 'shop'
      ? trail.find(area => area.level === 'city')
      : trail.slice(0, -1).findLast(area => name(area.name, area.nameEn) !== label)
  const above = parent ? name(parent.name, parent.nameEn) : everywhere
  const isFavourite = favourites.data?.some(
    favourite => scope.kind === 'shop' && favourite.shopId === scope.shopId,
  )
  const Icon = scope.kind === 'shop' ? Store : MapPin
  return (
    <>
      <Icon size={16} aria-hidden />
      <span className="scope-parent">{above} · </span>
      <span className="scope-name ellipsis" title={label}>
        {label}
      </span>
      {isFavourite && (
        <Star size={15} className="scope-star" aria-label={t({ zh: '已收藏', en: 'Favourite' })} />
      )}
    </>
  )
}
