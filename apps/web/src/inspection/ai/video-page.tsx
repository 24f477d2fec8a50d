import { type Algorithm, algorithmNames, algorithms, type Camera, type Finding } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Popover, Slider } from 'antd'
import { ListFilter } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { useText } from '../../lib/i18n.ts'
import { sharedQueries } from '../../lib/queries.ts'
import { addDays, dayOf } from '../../shell/date-picker/periods.ts'
import { useAddressFilter, wholeNumber } from '../../shell/filters.ts'
import { PageBody } from '../../shell/page.tsx'
import { KpiStrip } from '../../ui/kpi.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QueryPanel } from '../../ui/query-panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { AiPane } from './ai-pane.tsx'
import { findingKpis } from './figures.ts'
import { FindingsNow } from './findings-now.tsx'
import { findingQueries, freshMs } from './queries.ts'
import { RaiseFinding } from './raise-finding.tsx'
import { aiText as words } from './text.ts'
import { useDecide } from './use-decide.ts'
import { usePlace } from './use-finding-filters.ts'
import { useFindingWords } from './use-finding-words.ts'
import { useInside } from './use-inside.ts'
import { useLogAddress } from './use-log-address.ts'
import './ai.css'

const panes = 4
/** Findings of the last days are drawn: a camera that is still covered was found to be so then. */
const drawnDays = 1
const mostDrawn = 200

/** AI 巡店·视频: live pictures with what machines found drawn on them, so that people look where there is something. */
export function AiVideoPage() {
  const t = useText()
  const deciding = useDecide()
  const { place, isReady, scopeName } = usePlace()
  const [today] = useState(() => dayOf(new Date()))
  const yesterday = addDays(today, -1)
  const address = useLogAddress({ period: { from: today, to: today } })
  const [sure, setSure] = useAddressFilter('sure', wholeNumber(0))
  const [off, switchOff] = useState<ReadonlySet<Algorithm>>(new Set())
  const fresh = { enabled: isReady, refetchInterval: freshMs }
  const now = useQuery({ ...findingQueries.statistics({ ...place, begin: today, end: today }), ...fresh })
  const then = useQuery({
    ...findingQueries.statistics({ ...place, begin: yesterday, end: yesterday }),
    enabled: isReady,
  })
  const found = useQuery({
    ...findingQueries.page({ ...place, begin: addDays(today, -drawnDays) }, 1, mostDrawn),
    ...fresh,
  })
  const isShown = (finding: Finding) =>
    finding.status !== 'dismissed' && !off.has(finding.algorithm) && finding.confidence * 100 >= sure
  const drawn = (found.data?.records ?? []).filter(isShown)
  const waiting = drawn.filter(({ status }) => status === 'new')
  const logAddress = address({})
  const inside = useInside(isReady)
  return (
    <PageBody
      className="ai-video"
      hint={scopeName}
      actions={logAddress && <Link to={logAddress}>{t(words.toLog)}</Link>}
      filters={<Shown off={off} onOff={switchOff} sure={sure} onSure={setSure} />}
    >
      <QueryPanel
        id="p3"
        title={t(words.keyFigures)}
        hint={t(words.againstYesterday)}
        query={now}
        height={72}
        isFlush
      >
        {data => <KpiStrip items={[...findingKpis(t, data, then.data, address), ...inside]} />}
      </QueryPanel>
      <Pictures drawn={drawn} found={found} />
      <FindingsNow query={found} findings={waiting} deciding={deciding} />
      {deciding.raising && (
        <RaiseFinding key={deciding.raising.id} finding={deciding.raising} onClose={deciding.endRaising} />
      )}
    </PageBody>
  )
}

type ShownProps = {
  off: ReadonlySet<Algorithm>
  onOff: (off: ReadonlySet<Algorithm>) => void
  sure: number
  onSure: (sure: number) => void
}

/** Which detectors are drawn, and from which confidence on. */
function Shown({ off, onOff, sure, onSure }: ShownProps) {
  const t = useText()
  const say = useFindingWords()
  const on = algorithmNames.length - off.size
  return (
    <>
      <Popover
        trigger="click"
        placement="bottomLeft"
        arrow={false}
        content={
          <div className="finding-switches">
            {(['ours', 'outside'] as const).map(kind => (
              <fieldset key={kind}>
                <legend>{t(words[kind])}</legend>
                {algorithmNames
                  .filter(name => algorithms[name].kind === kind)
                  .map(name => (
                    <Checkbox
                      key={name}
                      checked={!off.has(name)}
                      onChange={event =>
                        onOff(
                          new Set(
                            event.target.checked ? [...off].filter(each => each !== name) : [...off, name],
                          ),
                        )
                      }
                    >
                      {say.algorithm(name)}
                    </Checkbox>
                  ))}
              </fieldset>
            ))}
          </div>
        }
      >
        <Button icon={<ListFilter size={14} />}>
          {t(words.switches)} {on}/{algorithmNames.length}
        </Button>
      </Popover>
      <div className="finding-sure">
        <span>{t(words.atLeast, { n: sure })}</span>
        <Slider
          min={0}
          max={95}
          step={5}
          value={sure}
          onChange={onSure}
          ariaLabelForHandle={t(words.confidence)}
        />
      </div>
    </>
  )
}

type PicturesProps = {
  drawn: readonly Finding[]
  found: ReturnType<typeof useQuery<{ records: Finding[]; total: number }>>
}

/** Cameras of the shop, or those with findings where the scope is wider: the latest findings first. */
function Pictures({ drawn, found }: PicturesProps) {
  const t = useText()
  const { shopId } = usePlace()
  const [page, turnTo] = useState(1)
  const [live, goLive] = useState<ReadonlySet<string>>(new Set())
  const ids = useMemo(
    () => [...new Set(drawn.flatMap(({ cameraId }) => cameraId ?? []))].slice(0, 60).join(','),
    [drawn],
  )
  const ofShop = useQuery({ ...sharedQueries.cameras(shopId ?? ''), enabled: shopId !== undefined })
  const withFindings = useQuery({
    ...findingQueries.camerasById(ids),
    enabled: shopId === undefined && ids !== '',
  })
  const order = ids.split(',')
  const placeOf = ({ id }: Camera) => (order.includes(id) ? order.indexOf(id) : order.length)
  const known = shopId === undefined ? (ids === '' ? [] : withFindings.data) : ofShop.data
  const cameras = known?.toSorted((a, b) => placeOf(a) - placeOf(b))
  const count = Math.max(1, Math.ceil((cameras?.length ?? 0) / panes))
  const at = Math.min(page, count)
  const shown = cameras?.slice((at - 1) * panes, at * panes) ?? []
  const isAllLive = shown.length > 0 && shown.every(({ id }) => live.has(id))
  const error = found.error ?? ofShop.error ?? withFindings.error
  const isWaiting = found.isPending || cameras === undefined
  return (
    <Panel
      id="p1"
      state={error && isWaiting ? 'error' : isWaiting ? 'loading' : shown.length === 0 ? 'empty' : 'ready'}
      title={t(words.picture)}
      className="span-8"
      actions={
        shown.length > 0 && (
          <>
            <Button size="small" onClick={() => goLive(new Set(isAllLive ? [] : shown.map(({ id }) => id)))}>
              {t(isAllLive ? words.allStill : words.allLive)}
            </Button>
            <span className="panel-hint">
              {t(words.pageOf, { n: at, all: count, count: cameras?.length ?? 0 })}
            </span>
            <Button size="small" disabled={at === 1} onClick={() => turnTo(at - 1)}>
              {t(words.previousPage)}
            </Button>
            <Button size="small" disabled={at === count} onClick={() => turnTo(at + 1)}>
              {t(words.nextPage)}
            </Button>
          </>
        )
      }
    >
      <div className="panel-body">
        {isWaiting && !error && (
          <Loading>
            <Bone height={420} />
          </Loading>
        )}
        {isWaiting && error && <ErrorState error={error} onRetry={() => void found.refetch()} />}
        {!isWaiting && shown.length === 0 && (
          <EmptyState text={`${t(words.noCameras)}。${t(words.noCamerasNote)}`} />
        )}
        <div className="ai-panes" data-count={shown.length}>
          {shown.map(camera => (
            <AiPane
              key={camera.id}
              camera={camera}
              findings={drawn.filter(({ cameraId }) => cameraId === camera.id)}
              isLive={live.has(camera.id)}
              onLive={isLive =>
                goLive(
                  before =>
                    new Set(isLive ? [...before, camera.id] : [...before].filter(id => id !== camera.id)),
                )
              }
            />
          ))}
        </div>
      </div>
    </Panel>
  )
}
