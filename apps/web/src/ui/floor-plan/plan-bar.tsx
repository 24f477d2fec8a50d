import { Map as MapIcon, Maximize, Table2, ZoomIn, ZoomOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../lib/i18n.ts'
import { zoomSteps } from './plan.ts'
import type { PlanView } from './use-plan-view.ts'

type Props = {
  view: Pick<PlanView, 'zoom' | 'zoomBy' | 'showAll'>
  isTable: boolean
  showTable: (isTable: boolean) => void
  tools: ReactNode
}

/** What stands above a plan: tools of its page, then the buttons that enlarge it or show its table. */
export function PlanBar({ view, isTable, showTable, tools }: Props) {
  const t = useText()
  return (
    <div className="floor-plan-bar">
      {tools}
      <span className="floor-plan-buttons">
        {!isTable && (
          <>
            <PlanButton
              label={t({ zh: '放大', en: 'Enlarge' })}
              isDisabled={view.zoom === zoomSteps.at(-1)}
              onClick={() => view.zoomBy(1)}
            >
              <ZoomIn size={14} aria-hidden />
            </PlanButton>
            <PlanButton
              label={t({ zh: '缩小', en: 'Make smaller' })}
              isDisabled={view.zoom === 1}
              onClick={() => view.zoomBy(-1)}
            >
              <ZoomOut size={14} aria-hidden />
            </PlanButton>
            <PlanButton
              label={t({ zh: '看全图', en: 'Whole plan' })}
              isDisabled={view.zoom === 1}
              onClick={view.showAll}
            >
              <Maximize size={14} aria-hidden />
            </PlanButton>
          </>
        )}
        <PlanButton
          label={isTable ? t({ zh: '平面图', en: 'Plan' }) : t({ zh: '表格', en: 'Table' })}
          onClick={() => showTable(!isTable)}
        >
          {isTable ? <MapIcon size={14} aria-hidden /> : <Table2 size={14} aria-hidden />}
        </PlanButton>
      </span>
    </div>
  )
}

function PlanButton({
  label,
  isDisabled = false,
  onClick,
  children,
}: {
  label: string
  isDisabled?: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
