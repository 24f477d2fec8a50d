import { Button } from 'antd'
import { CameraOff, ClipboardList, Percent, RotateCw, TrendingDown, Unplug } from 'lucide-react'
import { useState } from 'react'
import { percent, useFormat } from '../../../../lib/format.ts'
import { type Translate, useName, useText } from '../../../../lib/i18n.ts'
import { dateOf } from '../../../../shell/date-picker/periods.ts'
import { everything } from '../../../../shell/scope.ts'
import type { Special } from '../../kinds/special.ts'
import { type Matter, MatterList } from '../matter-list.tsx'
import { SpecialCard } from '../special-card.tsx'
import { shopScope, useLinks } from '../use-links.ts'
import type { Cause, Gap } from './falls.ts'
import { attentionText as words } from './text.ts'
import { useAttention } from './use-attention.ts'

/** What needs attention: what moved and why, counters and cameras that are silent, problems that are late. */
export function Attention(props: Special) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const links = useLinks()
  const [now] = useState(() => new Date())
  const found = useAttention(props, now)
  const { visits, day } = found
  const scope = props.asking?.scope ?? everything
  const ofDay = { from: day, to: day }

  const matters: Matter[] = [
    ...found.falls.map(
      ({ shop, visits: cell, cause }): Matter => ({
        key: `fall ${shop.id}`,
        Icon: TrendingDown,
        tone: 'negative',
        title: t(words.fell, { shop: shop.name, share: percent(-(cell.growth ?? 0)) }),
        detail: (
          <>
            {format.number(cell.compared ?? 0)} → {format.number(cell.current ?? 0)}
            {cause && ` · ${causeText(cause, t)}`}
          </>
        ),
        href:
          cause?.kind === 'gap'
            ? links(['realTime', 'shopIndex'], shopScope(shop.id), ofDay)
            : links(['shopTotalData', 'shopIndex'], shopScope(shop.id), {
                ...ofDay,
                compare: 'lastWeekSameDay',
              }),
        action: t(cause?.kind === 'gap' ? words.check : words.look),
      }),
    ),
    ...found.silent.map(
      ({ shop, gaps }): Matter => ({
        key: `silent ${shop.id}`,
        Icon: Unplug,
        tone: 'warning',
        title: t(words.silent, { shop: shop.name, count: new Set(gaps.map(gap => gap.entrance.id)).size }),
        detail: gapsText(gaps, t),
        href: links(['realTime', 'shopIndex'], shopScope(shop.id), ofDay),
        action: t(words.check),
      }),
    ),
    ...found.offline.map(
      ({ shop, count, since }): Matter => ({
        key: `offline ${shop.shopid}`,
        Icon: CameraOff,
        tone: 'error',
        title: t(words.offline, { shop: name(shop.shopname, shop.shopnameEn), count }),
        detail: since && t(words.since, { time: format.moment(new Date(since)) }),
        href: links(['monitor', 'home'], shopScope(shop.shopid)),
      }),
    ),
    ...(found.offlineElsewhere.shops > 0
      ? [
          {
            key: 'offline others',
            Icon: CameraOff,
            tone: 'error',
            title: t(words.offlineElsewhere, found.offlineElsewhere),
            href: links(['inspectionOverview', 'wall'], scope),
          } satisfies Matter,
        ]
      : []),
    ...(found.problems && found.problems.overdue > 0
      ? [
          {
            key: 'overdue',
            Icon: ClipboardList,
            tone: 'warning',
            title: t(words.overdue, { count: found.problems.overdue }),
            detail: t(words.openProblems, {
              open: found.problems.rectification + found.problems.pending,
              tomorrow: found.problems.dueTomorrow,
            }),
            href: links('problems', scope, { status: 'overdue', period: 'last3Months' }),
            action: t(words.handle),
          } satisfies Matter,
        ]
      : []),
    ...found.streaks.map(
      ({ shop, days, from, to }): Matter => ({
        key: `streak ${shop.id}`,
        Icon: Percent,
        tone: 'warning',
        title: t(words.streak, { shop: shop.name, days }),
        detail: `${percent(from)} → ${percent(to)}`,
        href: links(['salesAnalysis', 'shopTotalData', 'shopIndex'], shopScope(shop.id), {
          period: 'last7',
        }),
        action: t(words.analyse),
      }),
    ),
  ]
  const isWaiting = visits.data === undefined
  const state =
    visits.isError && isWaiting ? 'error' : isWaiting ? 'loading' : matters.length === 0 ? 'empty' : 'ready'
  return (
    <SpecialCard
      panel={props.panel}
      className={props.className}
      state={state}
      error={visits.error}
      onRetry={found.retry}
      nothing={t(words.nothing)}
      isRefreshing={visits.isFetching && !isWaiting}
      hint={t(found.isToday ? words.hintToday : words.hint, { day: format.date(dateOf(day)) })}
      actions={
        found.isPartial && (
          <Button type="link" size="small" icon={<RotateCw size={13} />} onClick={found.retry}>
            {t(words.partial)}
          </Button>
        )
      }
    >
      <MatterList matters={matters} />
    </SpecialCard>
  )
}

function causeText(cause: Cause, t: Translate): string {
  switch (cause.kind) {
    case 'gap':
      return t(words.becauseGap, { gaps: gapsText(cause.gaps, t) })
    case 'weather':
      return t(words.becauseWeather, { now: cause.now.name, before: cause.before.name })
    case 'street':
      return t(words.becauseStreet, { share: percent(-cause.growth) })
    case 'door':
      return t(words.becauseDoor, { before: percent(cause.before), now: percent(cause.now) })
  }
}

const mostGaps = 2

function gapsText(gaps: readonly Gap[], t: Translate): string {
  const said = gaps
    .slice(0, mostGaps)
    .map(({ entrance, from, to, isAllDay }) =>
      isAllDay
        ? t(words.gapAllDay, { door: entrance.name })
        : t(words.gap, { door: entrance.name, from, to }),
    )
  return t(gaps.length > mostGaps ? words.gapsAndMore : words.gaps, {
    gaps: said.join(t(words.between)),
    count: gaps.length,
  })
}
