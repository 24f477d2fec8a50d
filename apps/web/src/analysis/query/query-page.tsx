import type { ExportFormat, ExportPart, Question } from '@aisle/contract'
import { Button } from 'antd'
import { Link2, Play, RotateCcw } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../../lib/api.ts'
import { useFigure } from '../../lib/figures/figure.ts'
import { useMoneyScale } from '../../lib/figures/money.ts'
import {
  analysisQueries,
  type Dictionary,
  useDictionary,
  useQuestion,
} from '../../lib/figures/use-question.ts'
import { useText } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/queries.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { useFrame } from '../../shell/chrome.tsx'
import { PageBody } from '../../shell/page.tsx'
import { useScope } from '../../shell/scope.ts'
import { ExportMenu } from '../../ui/export/export-menu.tsx'
import { useHotkeys } from '../../ui/hotkeys.ts'
import { Panel } from '../../ui/panel.tsx'
import { PictureStudio } from '../../ui/picture/picture-studio.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { questionName, tableOf } from '../views/answer-table.ts'
import { fileStem, type PageFacts, PageFactsContext } from '../views/panel-tools.ts'
import { fromAddress, inAddress } from '../views/question-address.ts'
import { emptyQuestion, type Faults, type Filter, faultsOf, fitting, isSeries, type Step } from './draft.ts'
import { usePlaces, usePlaceText } from './places.ts'
import { Result } from './result.tsx'
import { dimensionName, metricName, periodName, sentenceOf } from './sentence.ts'
import { Steps } from './steps.tsx'
import '../views/views.css'
import './query.css'

/** More rows than this are not waited for. */
const longRows = 10_000

/** What was being built when the page was left: it is there again when one comes back. */
const leftDraft = createStore<Question | undefined>(undefined)

/** Builds a question step by step and shows its answer; the question that was asked stands in the address. */
export function QueryPage() {
  const dictionary = useDictionary()
  if (!dictionary)
    return (
      <PageBody>
        <Loading>
          <Bone height={400} />
        </Loading>
      </PageBody>
    )
  return <Builder dictionary={dictionary} />
}

function Builder({ dictionary }: { dictionary: Dictionary }) {
  const t = useText()
  const { headingUnit } = useFigure()
  const money = useMoneyScale()
  const { width } = useFrame()
  const [search, setSearch] = useSearchParams()
  const written = search.get('q') ?? ''
  const asked = useMemo(() => fromAddress(new URLSearchParams({ q: written })), [written])
  const place = usePlaceFilter()
  const left = useStore(leftDraft)
  const [draft, setDraft] = useState<Question>(() => asked ?? left ?? emptyQuestion(place))
  const [isByGroup, setByGroup] = useState(!isSeries(draft))
  const [faults, setFaults] = useState<Faults>({})
  const [dropped, setDropped] = useState<readonly string[]>([])
  const places = usePlaces()
  const placeText = usePlaceText()
  const entries = useEntries()
  const steps = useRef<HTMLDivElement>(null)

  // Another address (a link, back and forth) is another question.
  useEffect(() => {
    if (!asked) return
    setDraft(asked)
    setByGroup(!isSeries(asked))
    setFaults({})
  }, [asked])
  useEffect(() => leftDraft.set(draft), [draft])

  function change(next: Question) {
    const fit = fitting(next, dictionary)
    setDraft(fit.question)
    setDropped(fit.dropped)
    if (Object.keys(faults).length > 0) setFaults(faultsOf(fit.question, isByGroup))
  }
  const isFresh = asked !== undefined && inAddress(asked) === inAddress(draft)
  const answer = useQuestion(asked)

  function ask() {
    const found = faultsOf(draft, isByGroup)
    setFaults(found)
    const [first] = Object.keys(found) as Step[]
    if (first) {
      steps.current
        ?.querySelector<HTMLElement>(`[data-step="${first}"] :is(input, button, [role="combobox"])`)
        ?.focus()
      return
    }
    if (isFresh) void answer.refetch()
    else
      setSearch(current => {
        const next = new URLSearchParams(current)
        next.set('q', new URLSearchParams(inAddress(draft)).get('q') ?? '')
        return next
      })
  }
  useHotkeys([{ keys: ['Mod+Enter'], always: true, run: ask }])

  const shown = asked ?? draft
  const sentence = sentenceOf(shown, placeText(shown.filters ?? [], places), dictionary, t)
  const [from = '', to = from] = (answer.data?.meta.range ?? '').split('~')
  const facts: PageFacts | undefined =
    asked && answer.data
      ? {
          name: questionName(asked, dictionary, t),
          scope: placeText(asked.filters ?? [], places),
          period: { from, to },
          filters: [{ label: t({ zh: '查询', en: 'Query' }), value: sentence.slice(0, 480) }],
          dictionary,
        }
      : undefined

  async function parts(): Promise<ExportPart[]> {
    if (!asked || !facts) return []
    const whole = await queryClient.fetchQuery({ ...analysisQueries.question(asked), staleTime: 30_000 })
    return [tableOf(t({ zh: '数据表', en: 'Table' }), asked, whole, dictionary, { t, headingUnit })]
  }
  /** What is long is made by a job, and then lies in the list of exports. */
  async function inBackground(format: ExportFormat): Promise<boolean> {
    if (!asked || !facts || format === 'pdf' || (answer.data?.meta.rowCount ?? 0) <= longRows) return false
    await api.exportJobs.submit({
      body: {
        kind: 'page',
        name: fileStem(facts.name, facts).slice(0, 100),
        format,
        money,
        sheets: [{ title: t({ zh: '数据表', en: 'Table' }), question: asked }],
      },
    })
    toast.success({
      zh: '数据较多，已转到后台生成，完成后在「报表 › 综合导出」下载',
      en: 'There is much of it: it is being made, to be fetched under Reports › Overall export',
    })
    return true
  }
  const again = () => {
    leftDraft.set(undefined)
    setDraft(emptyQuestion(place))
    setByGroup(false)
    setFaults({})
    setDropped([])
    setSearch(current => {
      const next = new URLSearchParams(current)
      next.delete('q')
      return next
    })
  }
  const isPhone = width === 'phone'

  return (
    <PageFactsContext value={facts}>
      <PictureStudio>
        <PageBody
          className="query-page"
          hint={asked && !isFresh ? t({ zh: '条件已改，尚未查询', en: 'Changed, not asked yet' }) : undefined}
          actions={
            <>
              {asked && <LinkButton />}
              {facts && (
                <ExportMenu
                  name={facts.name.slice(0, 100)}
                  scope={facts.scope.slice(0, 100)}
                  period={facts.period}
                  filters={facts.filters}
                  formats={['xlsx', 'csv', 'pdf']}
                  parts={parts}
                  inBackground={inBackground}
                />
              )}
            </>
          }
        >
          <div className="query-layout">
            {isPhone ? (
              <p className="query-desktop">
                {t({
                  zh: '请在电脑上编辑查询；结果可在此查看',
                  en: 'Edit the query on a computer; its answer can be read here',
                })}
              </p>
            ) : (
              <section className="panel query-form" aria-label={t({ zh: '查询条件', en: 'Query' })}>
                <header className="panel-header">
                  <h2 className="panel-title">{t({ zh: '查询条件', en: 'Query' })}</h2>
                  <div className="panel-actions">
                    <button type="button" className="link-button query-clear" onClick={again}>
                      <RotateCcw size={13} aria-hidden /> {t({ zh: '清空', en: 'Clear' })}
                    </button>
                  </div>
                </header>
                <div ref={steps}>
                  <Steps
                    question={draft}
                    isByGroup={isByGroup}
                    dictionary={dictionary}
                    entries={entries}
                    places={places}
                    faults={faults}
                    change={change}
                    changeMode={setByGroup}
                  />
                </div>
                {dropped.length > 0 && (
                  <p className="query-dropped" role="status">
                    {t(
                      {
                        zh: '不再适用，已移除：{names}',
                        en: 'Taken out, as they do not fit any more: {names}',
                      },
                      {
                        names: dropped
                          .map(id =>
                            dictionary.metric(id)
                              ? metricName(id, dictionary, t)
                              : dictionary.calc(id)
                                ? t(dictionary.calc(id)?.label ?? { zh: id, en: id })
                                : dimensionName(id, dictionary, t),
                          )
                          .join(t({ zh: '、', en: ', ' })),
                      },
                    )}
                  </p>
                )}
                <footer className="query-run">
                  <span>{periodName(draft, t)}</span>
                  <Button type="primary" icon={<Play size={14} aria-hidden />} onClick={ask}>
                    {t({ zh: '查询', en: 'Ask' })} <kbd>Ctrl ↵</kbd>
                  </Button>
                </footer>
              </section>
            )}
            <div className="query-answer">
              {asked && (
                <p className="query-sentence">
                  <span>{sentence}</span>
                  {answer.data && (
                    <small>
                      {t(
                        { zh: '用时 {seconds} 秒 · {rows} 行', en: '{seconds} s · {rows} rows' },
                        {
                          seconds: (answer.data.meta.milliseconds / 1000).toFixed(1),
                          rows: answer.data.meta.rowCount,
                        },
                      )}
                    </small>
                  )}
                </p>
              )}
              {asked && answer.data && answer.data.meta.warnings.length > 0 && (
                <p className="query-warning">{answer.data.meta.warnings.join(t({ zh: '；', en: '; ' }))}</p>
              )}
              {!asked && (
                <Panel
                  id="result"
                  state="empty"
                  title={t({ zh: '结果', en: 'Answer' })}
                  className="view-panel"
                >
                  <EmptyState
                    text={t({
                      zh: '选好条件后点「查询」，结果会显示在这里',
                      en: 'Choose what to ask and press Ask: the answer stands here',
                    })}
                  />
                </Panel>
              )}
              {asked && answer.isError && (
                <Panel
                  id="result"
                  state="error"
                  title={t({ zh: '结果', en: 'Answer' })}
                  className="view-panel"
                >
                  <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
                </Panel>
              )}
              {asked && !answer.isError && !answer.data && (
                <Panel
                  id="result"
                  state="loading"
                  title={t({ zh: '结果', en: 'Answer' })}
                  className="view-panel"
                >
                  <div className="panel-body">
                    <Loading>
                      <Bone height={320} />
                    </Loading>
                  </div>
                </Panel>
              )}
              {asked && answer.data && !answer.isError && !answer.isPlaceholderData && (
                <Result
                  key={inAddress(asked)}
                  question={asked}
                  answer={answer.data}
                  dictionary={dictionary}
                  isRefreshing={answer.isFetching}
                />
              )}
            </div>
          </div>
        </PageBody>
      </PictureStudio>
    </PageFactsContext>
  )
}

function LinkButton() {
  const t = useText()
  return (
    <Button
      icon={<Link2 size={14} aria-hidden />}
      onClick={() =>
        void navigator.clipboard
          ?.writeText(window.location.href)
          .then(() => toast.success({ zh: '链接已复制', en: 'Link copied' }))
      }
    >
      {t({ zh: '复制链接', en: 'Copy link' })}
    </Button>
  )
}

/** The area or shop that the console looks at, as a filter: what a new question begins with. */
function usePlaceFilter(): readonly Filter[] {
  const { scope } = useScope()
  if (scope.kind === 'shop') return [{ member: 'shop', op: 'in', values: [scope.shopId] }]
  return scope.kind === 'area' ? [{ member: 'area', op: 'in', values: [scope.id] }] : []
}

/** Ids of the dictionary, in its order. */
function useEntries() {
  const answer = queryClient.getQueryData(analysisQueries.dictionary().queryKey)
  return useMemo(
    () => ({
      metrics: (answer?.metrics ?? []).map(({ id }) => id),
      dimensions: (answer?.dimensions ?? []).map(({ id }) => id),
      sources: (answer?.sources ?? [])
        .map(({ id }) => id)
        .filter(id => answer?.metrics.some(({ sources }) => sources.includes(id))),
    }),
    [answer],
  )
}
