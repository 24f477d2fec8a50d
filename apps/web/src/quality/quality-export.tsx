import {
  correctionKinds,
  correctionStatuses,
  type ExportColumn,
  type ExportPart,
  qualityKinds,
  qualityStatuses,
} from '@aisle/contract'
import { allPages, wholePageSize } from '../lib/all-pages.ts'
import { api } from '../lib/api.ts'
import { wholeMoment } from '../lib/format.ts'
import { useText } from '../lib/i18n.ts'
import { usePage } from '../shell/page.tsx'
import { ExportMenu } from '../ui/export/export-menu.tsx'
import { scaledBy, words } from './text.ts'
import { useEvidenceWords } from './use-evidence-words.ts'
import { type Quality, usePlaceWords } from './use-quality.ts'

/** On the reader's clock; empty where it did not happen. */
const moment = (at: string | null) => (at === null ? null : wholeMoment(new Date(at)))

/** The view that is open as a file, under the page's filters: all rows of it, not only those on show. */
export function QualityExport({ quality }: { quality: Quality }) {
  const t = useText()
  const page = usePage()
  const tables = useTables(quality)
  const { tab, kind, status, period, scopeName } = quality
  const isEvents = tab === 'events'
  const { name, read } = tables[tab]
  return (
    <ExportMenu
      name={`${page ? t(page.title) : t(words.tabs)} ${t(name)}`}
      scope={scopeName}
      // The ledger is kept as a whole: the page does not narrow it by days either.
      {...(tab === 'corrections' ? {} : { period: { from: period.from, to: period.to } })}
      filters={[
        ...(isEvents && kind !== 'all' ? [{ label: t(words.kind), value: t(qualityKinds[kind]) }] : []),
        ...(isEvents && status !== 'all'
          ? [{ label: t(words.status), value: t(qualityStatuses[status]) }]
          : []),
      ]}
      parts={async () => [await read()]}
      formats={['xlsx', 'csv']}
    />
  )
}

/** What each view is as a table. */
function useTables({ days, listed, place, shopId }: Quality) {
  const t = useText()
  const say = usePlaceWords()
  const evidence = useEvidenceWords()
  const text = (title: string): ExportColumn => ({ title, kind: 'text' })
  const number = (title: string): ExportColumn => ({ title, kind: 'number' })
  const percent = (title: string): ExportColumn => ({ title, kind: 'percent' })
  const time = (title: string): ExportColumn => ({ title, kind: 'time' })
  const inPercent = (share: number) => Math.round(share * 1e4) / 100
  const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`

  const coverage = async (): Promise<ExportPart> => {
    const { rows } = await api.quality.coverage({ query: days })
    return {
      title: t(shopId === undefined ? words.coverageTitle : words.nodesTitle),
      columns: [
        text(t(words.shop)),
        text(t(words.place)),
        text(t(words.day)),
        number(t(words.due)),
        number(t(words.received)),
        percent(t(words.coverage)),
        percent(t(words.imputedShare)),
        number(t(words.total)),
      ],
      rows: rows.flatMap(row =>
        row.days.map(day => [
          say.shop(row),
          say.node(row),
          day.date,
          day.expected,
          day.got,
          day.expected > 0 ? inPercent(day.got / day.expected) : null,
          inPercent(day.imputed),
          day.events,
        ]),
      ),
    }
  }

  const events = async (): Promise<ExportPart> => ({
    title: t(words.events),
    columns: [
      text(t(words.kind)),
      text(t(words.shop)),
      text(t(words.place)),
      text(t(words.day)),
      text(t(words.time)),
      percent(t(words.strength)),
      text(t(words.evidence)),
      text(t(words.status)),
      time(t(words.foundAt)),
      text(t(words.decidedBy)),
      time(t(words.decidedAt)),
      text(t(words.remark)),
    ],
    rows: (
      await allPages(pageNumber =>
        api.quality.events({ query: { ...listed, pageNumber, pageSize: wholePageSize } }),
      )
    ).map(row => [
      t(qualityKinds[row.kind]),
      say.shop(row),
      say.line(row),
      row.date,
      `${row.from}–${row.to}`,
      inPercent(row.strength),
      evidence
        .entries(row)
        .map(({ label, value }) => `${label} ${value}`)
        .join(' · '),
      t(qualityStatuses[row.status]),
      moment(row.foundAt),
      row.decidedBy?.userName ?? '',
      moment(row.decidedAt),
      row.remark,
    ]),
  })

  const estimates = async (): Promise<ExportPart> => ({
    title: t(words.estimatesTitle),
    columns: [
      text(t(words.shop)),
      text(t(words.place)),
      text(t(words.day)),
      text(t(words.time)),
      number(t(words.entered)),
      number(t(words.left)),
      number(t(words.passed)),
      number(t(words.scaled)),
      text(t(words.scaledBy)),
      text(t(words.weeks)),
    ],
    rows: (
      await allPages(pageNumber =>
        api.quality.imputations({ query: { ...days, pageNumber, pageSize: wholePageSize } }),
      )
    ).map(row => [
      say.shop(row),
      say.line(row),
      row.date,
      `${row.from}–${row.to}`,
      row.in,
      row.out,
      row.pass,
      row.factor,
      t(scaledBy[row.scaledBy]),
      row.weeks.join(' '),
    ]),
  })

  const corrections = async (): Promise<ExportPart> => {
    const figures = [
      ['in', words.entered],
      ['out', words.left],
      ['pass', words.passed],
    ] as const
    return {
      title: t(words.correctionsTitle),
      columns: [
        text(t(words.number)),
        text(t(words.shop)),
        text(t(words.place)),
        text(t(words.day)),
        text(t(words.time)),
        text(t(words.what)),
        number(t(words.factor)),
        ...figures.flatMap(([, label]) => [
          number(`${t(label)} · ${t(words.before)}`),
          number(`${t(label)} · ${t(words.after)}`),
        ]),
        text(t(words.reason)),
        text(t(words.status)),
        text(t(words.asked)),
        time(t(words.askedAt)),
        text(t(words.decidedBy)),
        time(t(words.decidedAt)),
        text(t(words.decisionRemark)),
        text(t(words.undoneBy)),
        time(t(words.undoneAt)),
        text(t(words.undoRemark)),
      ],
      rows: (
        await allPages(pageNumber =>
          api.quality.corrections({ query: { ...place, pageNumber, pageSize: wholePageSize } }),
        )
      ).map(row => [
        row.id,
        say.shop(row),
        say.line(row),
        row.date,
        `${clock(row.fromHour)}–${clock(row.toHour)}`,
        t(correctionKinds[row.kind]),
        row.wanted.factor ?? null,
        ...figures.flatMap(([name]) => [row.before?.[name] ?? null, row.after?.[name] ?? null]),
        row.reason,
        t(correctionStatuses[row.status]),
        row.requestedBy?.userName ?? '',
        moment(row.requestedAt),
        row.decidedBy?.userName ?? '',
        moment(row.decidedAt),
        row.decisionRemark,
        row.undoneBy?.userName ?? '',
        moment(row.undoneAt),
        row.undoRemark,
      ]),
    }
  }

  return {
    coverage: { name: words.coverage, read: coverage },
    events: { name: words.events, read: events },
    estimates: { name: words.estimatesTitle, read: estimates },
    corrections: { name: words.correctionsTitle, read: corrections },
  } as const
}
