import { comparisons } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useFigure } from '../../../../lib/figures/figure.ts'
import { useQuestion } from '../../../../lib/figures/use-question.ts'
import { percent } from '../../../../lib/format.ts'
import { useName, useText } from '../../../../lib/i18n.ts'
import { sharedQueries } from '../../../../lib/queries.ts'
import { everything, useScope } from '../../../../shell/scope.ts'
import { Growth } from '../../../../ui/growth.tsx'
import { type Asking, questionOf } from '../../ask.ts'
import type { Special } from '../../kinds/special.ts'
import { SpecialCard } from '../special-card.tsx'
import { above, cellsOf, keyOf, type Line, linesOf, type NodeLevel, placeNodes } from './nodes.ts'
import './organisation.css'

/** The organisation's own tree with value, growth and share at every place; choosing one narrows the page to it. */
export function Organisation({ panel, asking, dictionary, className, onPick }: Special) {
  const t = useText()
  const name = useName()
  const figure = useFigure()
  const { scope, setScope } = useScope()
  const [metric = 'visits'] = panel.metrics
  const kind = dictionary.metric(metric)
  const compare = asking?.compare ?? { type: 'previousPeriod' as const }
  const answers = {
    region: useQuestion(questionFor('region')),
    province: useQuestion(questionFor('province')),
    city: useQuestion(questionFor('city')),
    county: useQuestion(questionFor('county')),
    shop: useQuestion(questionFor('shop')),
  }
  const tree = useQuery(sharedQueries.areaTree())
  const shops = useQuery(sharedQueries.allShops())

  /** The whole tree is asked for, whatever is chosen in it: one can go on to the next place. */
  function questionFor(level: NodeLevel) {
    const { metric: _, ...rest } = asking ?? ({} as Partial<Asking>)
    return asking
      ? questionOf(
          { ...panel, kind: 'rank', by: [level], compare: [compare.type] },
          { ...asking, ...rest, scope: everything, shops: [], compare },
          dictionary.knows,
        )
      : undefined
  }

  const { region, province, city, county, shop } = answers
  const nodes = useMemo(
    () =>
      tree.data && shops.data
        ? placeNodes(
            tree.data,
            shops.data,
            {
              region: cellsOf(region.data, 'region', metric),
              province: cellsOf(province.data, 'province', metric),
              city: cellsOf(city.data, 'city', metric),
              county: cellsOf(county.data, 'county', metric),
              shop: cellsOf(shop.data, 'shop', metric),
            },
            name,
          )
        : [],
    [tree.data, shops.data, region.data, province.data, city.data, county.data, shop.data, metric, name],
  )
  const chosen =
    scope.kind === 'shop'
      ? `shop.${scope.shopId}`
      : scope.kind === 'area'
        ? `${scope.level}.${scope.id}`
        : undefined
  const [toggled, toggle] = useState<ReadonlyMap<string, boolean>>(new Map())
  const open = useMemo(() => {
    const seen = new Set(chosen === undefined ? [] : above(nodes, chosen))
    // A chain with one region begins below it.
    if (nodes.length === 1 && nodes[0]) seen.add(keyOf(nodes[0]))
    for (const [key, isOpen] of toggled) isOpen ? seen.add(key) : seen.delete(key)
    return seen
  }, [nodes, chosen, toggled])
  const lines = useMemo(() => linesOf(nodes, open), [nodes, open])
  const total = nodes.reduce((sum, { cell }) => sum + (cell.current ?? 0), 0)
  const all = [tree, shops, ...Object.values(answers)]
  const failed = all.find(query => query.isError && query.data === undefined)
  const isWaiting = all.some(query => query.data === undefined)
  const setOpen = (line: Line, isOpen: boolean) => toggle(new Map([...toggled, [keyOf(line.node), isOpen]]))

  return (
    <SpecialCard
      panel={panel}
      className={className}
      state={
        kind?.allowed === false
          ? 'forbidden'
          : failed
            ? 'error'
            : isWaiting
              ? 'loading'
              : lines.length === 0
                ? 'empty'
                : 'ready'
      }
      error={failed?.error}
      onRetry={() => {
        for (const query of all) if (query.isError) void query.refetch()
      }}
      height={360}
      isRefreshing={!isWaiting && all.some(query => query.isFetching)}
      hint={
        kind &&
        t(
          { zh: '{metric}，对比：{compare}', en: '{metric}, against: {compare}' },
          { metric: t(kind.label), compare: t(comparisons[compare.type]) },
        )
      }
      actions={
        chosen !== undefined && (
          <button type="button" className="organisation-all" onClick={() => setScope(everything)}>
            {t({ zh: '回到全部', en: 'Back to all' })}
          </button>
        )
      }
      isFlush
    >
      <Lines
        lines={lines}
        chosen={chosen}
        total={total}
        write={value => figure.full(value, kind ?? {})}
        setOpen={setOpen}
        onChoose={({ node }) => onPick(node.level, { id: node.id, name: node.name })}
      />
    </SpecialCard>
  )
}

type LinesProps = {
  lines: readonly Line[]
  chosen: string | undefined
  total: number
  write(value: number): string
  setOpen(line: Line, isOpen: boolean): void
  onChoose(line: Line): void
}

/** A tree for eye, mouse and keyboard: arrows walk and open, Enter chooses. */
function Lines({ lines, chosen, total, write, setOpen, onChoose }: LinesProps) {
  const t = useText()
  const [at, moveTo] = useState<string>()
  const list = useRef<HTMLDivElement>(null)
  const held = lines.some(({ node }) => keyOf(node) === at)
    ? at
    : lines.some(({ node }) => keyOf(node) === chosen)
      ? chosen
      : lines[0] && keyOf(lines[0].node)
  const focus = (line: Line | undefined) => {
    if (!line) return
    moveTo(keyOf(line.node))
    list.current?.querySelector<HTMLElement>(`[data-key="${keyOf(line.node)}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const line = lines[index]
    if (!line) return
    const isHandled = step(event.key, line, index)
    if (isHandled) event.preventDefault()
  }
  function step(pressed: string, line: Line, index: number): boolean {
    switch (pressed) {
      case 'ArrowDown':
        focus(lines[index + 1])
        return true
      case 'ArrowUp':
        focus(lines[index - 1])
        return true
      case 'Home':
        focus(lines[0])
        return true
      case 'End':
        focus(lines.at(-1))
        return true
      case 'ArrowRight':
        if (line.isOpen) focus(lines[index + 1])
        else if (line.node.children.length > 0) setOpen(line, true)
        return true
      case 'ArrowLeft':
        if (line.isOpen) setOpen(line, false)
        else focus(lines.find(({ node }) => keyOf(node) === line.parent))
        return true
      case 'Enter':
      case ' ':
        onChoose(line)
        return true
      default:
        return false
    }
  }
  return (
    <>
      <div className="organisation-head" aria-hidden>
        <span>{t({ zh: '地域', en: 'Place' })}</span>
        <span>{t({ zh: '数值', en: 'Value' })}</span>
        <span>{t({ zh: '占比', en: 'Share' })}</span>
        <span>{t({ zh: '增幅', en: 'Growth' })}</span>
      </div>
      <div
        className="organisation"
        role="tree"
        aria-label={t({ zh: '组织树', en: 'Organisation tree' })}
        ref={list}
      >
        {lines.map((line, index) => {
          const { node, depth, isOpen } = line
          const key = keyOf(node)
          const value = node.cell.current
          const share = value === null || total === 0 ? undefined : (value * 100) / total
          return (
            <div
              key={key}
              role="treeitem"
              data-key={key}
              data-level={node.level}
              aria-level={depth + 1}
              aria-selected={key === chosen}
              {...(node.children.length > 0 ? { 'aria-expanded': isOpen } : {})}
              tabIndex={key === held ? 0 : -1}
              onFocus={() => moveTo(key)}
              onKeyDown={event => onKeyDown(event, index)}
              onClick={() => onChoose(line)}
            >
              <span className="organisation-name" style={{ paddingInlineStart: depth * 16 }}>
                {node.children.length > 0 ? (
                  <button
                    type="button"
                    tabIndex={-1}
                    aria-label={isOpen ? t({ zh: '收起', en: 'Close' }) : t({ zh: '展开', en: 'Open' })}
                    onClick={event => {
                      event.stopPropagation()
                      setOpen(line, !isOpen)
                    }}
                  >
                    <ChevronRight size={14} aria-hidden />
                  </button>
                ) : (
                  <i />
                )}
                <span className="ellipsis" title={node.name}>
                  {node.name}
                </span>
                {node.shopCount !== undefined && <small>{node.shopCount}</small>}
              </span>
              <span>{value === null ? '—' : write(value)}</span>
              <span className="organisation-share">
                {share !== undefined && <i style={{ width: `${Math.max(1, share)}%` }} aria-hidden />}
                {share === undefined ? '—' : percent(share)}
              </span>
              <span>
                <Growth value={node.cell.growth ?? null} />
              </span>
            </div>
          )
        })}
      </div>
    </>
  )
}
