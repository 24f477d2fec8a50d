import { type RoundStop, type StopState, stopStateNames, stopStates } from '@aisle/contract'
import { Button } from 'antd'
import { Check, CircleDashed, Ellipsis, SkipForward } from 'lucide-react'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { ClickMenu } from '../../ui/click-menu.tsx'
import { ConfirmPopover } from '../../ui/confirm.tsx'
import { ExportMenu } from '../../ui/export/export-menu.tsx'
import { panelAttributes, stateOf } from '../../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { patrolText as words } from './patrol-text.ts'
import type { Round } from './use-round.ts'

const icons = { left: CircleDashed, done: Check, skipped: SkipForward } as const
const marks: Record<StopState, (typeof words)['markDone' | 'markSkipped' | 'markLeft']> = {
  done: words.markDone,
  skipped: words.markSkipped,
  left: words.markLeft,
}

/** 巡店路线: the shops of today in their order, and how far the round is. */
export function RoundPanel({ round, onChange }: { round: Round; onChange: () => void }) {
  const t = useText()
  const { query, stops, progress } = round
  const state = stateOf(query, data => data === null)
  return (
    <section className="round" aria-label={t(words.route)} {...panelAttributes('p1', state)}>
      <header className="round-head">
        <h2>{t(words.route)}</h2>
        {state === 'ready' && (
          <Button size="small" type="text" onClick={onChange}>
            {t(words.changeShort)}
          </Button>
        )}
      </header>
      {state === 'loading' && (
        <Loading>
          <Bone height={200} />
        </Loading>
      )}
      {state === 'error' && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {state === 'empty' && <EmptyState text={t(words.none)} />}
      {state === 'ready' && (
        <>
          <div className="round-progress">
            <span className="round-bar" aria-hidden>
              <i className="round-done" style={{ flexGrow: progress.done }} />
              <i className="round-skipped" style={{ flexGrow: progress.skipped }} />
              <i style={{ flexGrow: progress.left }} />
            </span>
            <span>{t(words.progress, progress)}</span>
          </div>
          <ol className="round-stops">
            {stops.map((stop, index) => (
              <Stop key={stop.shopId} stop={stop} number={index + 1} round={round} />
            ))}
          </ol>
          <footer className="round-foot">
            <RoundExport round={round} />
            <ConfirmPopover question={t(words.giveUpAsk)} okText={t(words.giveUp)} onConfirm={round.giveUp}>
              <Button size="small" type="text" className="round-end">
                {t(words.giveUp)}
              </Button>
            </ConfirmPopover>
          </footer>
        </>
      )}
    </section>
  )
}

function Stop({ stop, number, round }: { stop: RoundStop; number: number; round: Round }) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const shop = name(stop.shopname, stop.shopnameEn)
  const Icon = icons[stop.state]
  const isOpen = round.current?.shopId === stop.shopId
  return (
    <li className="round-stop" data-state={stop.state} data-current={isOpen || undefined}>
      <button
        type="button"
        className="round-open"
        aria-current={isOpen ? 'step' : undefined}
        title={t(words.openShop, { shop })}
        onClick={() => round.open(stop.shopId)}
      >
        <span className="round-number">{number}</span>
        <span className="round-shop">
          <strong className="ellipsis">{shop}</strong>
          <span className="ellipsis">
            {t(words.cameras, { online: stop.onlineCount, all: stop.cameraCount })}
          </span>
        </span>
        <span className="round-state">
          <Icon size={14} aria-hidden />
          {stop.at === null ? (
            t(stopStateNames[stop.state])
          ) : (
            <>
              <span className="visually-hidden">{t(stopStateNames[stop.state])}</span>
              {format.hourMinute(new Date(stop.at), stop.timeZone)}
            </>
          )}
        </span>
      </button>
      <ClickMenu
        menu={{
          items: stopStates
            .filter(state => state !== stop.state)
            .map(state => ({ key: state, label: t(marks[state]) })),
          onClick: ({ key }) => {
            const state = stopStates.find(known => known === key)
            if (state) void round.mark(stop.shopId, state)
          },
        }}
      >
        <button
          type="button"
          className="round-more"
          aria-label={`${t(words.more)}: ${shop}`}
          title={t(words.more)}
        >
          <Ellipsis size={14} aria-hidden />
        </button>
      </ClickMenu>
    </li>
  )
}

/** The round as a table. */
function RoundExport({ round }: { round: Round }) {
  const t = useText()
  const name = useName()
  return (
    <ExportMenu
      name={t(words.title)}
      scope={round.round?.source.name ?? ''}
      period={{ from: round.day, to: round.day }}
      formats={['xlsx']}
      parts={async () => [
        {
          title: t(words.route),
          columns: [
            { title: '#', kind: 'number' },
            { title: t(words.hand), kind: 'text' },
            { title: t(words.area), kind: 'text' },
            { title: t(words.states), kind: 'text' },
            { title: t(words.at), kind: 'time' },
          ],
          rows: round.stops.map((stop, index) => [
            index + 1,
            name(stop.shopname, stop.shopnameEn),
            name(stop.areaPath, stop.areaPathEn),
            t(stopStateNames[stop.state]),
            stop.at,
          ]),
        },
      ]}
    />
  )
}
