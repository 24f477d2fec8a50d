import type { Camera, Finding, ShopDetail } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { History, RotateCcw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { ErrorState } from '../../ui/states.tsx'
import { ReplayPane } from '../playback/replay-pane.tsx'
import { useLook } from '../playback/use-conductor.ts'
import { usePlayback } from '../playback/use-playback.ts'
import '../playback/playback.css'
import { inspectionQueries } from '../queries.ts'
import { findingQueries } from './queries.ts'
import { aiText as words } from './text.ts'

/** What is replayed of the recording: five seconds before the picture, and five after it. */
const aroundMs = 5000

/** The recording around a finding, opened when it is asked for: a session on the platform each. */
export function EvidenceReplay({ finding }: { finding: Finding }) {
  const t = useText()
  const { can } = useSession()
  const [isOpen, open] = useState(false)
  const { cameraId, shopId } = finding
  const mayReplay = cameraId !== null && can('inspect.playback') && can('inspect.view')
  const shop = useQuery({ ...inspectionQueries.shop(shopId), enabled: mayReplay && isOpen })
  const cameras = useQuery({ ...findingQueries.camerasById(cameraId ?? ''), enabled: mayReplay && isOpen })
  const camera = cameras.data?.find(each => each.id === cameraId)
  if (!mayReplay) return null
  if (!isOpen)
    return (
      <Button icon={<History size={14} />} onClick={() => open(true)}>
        {t(words.replay)}
      </Button>
    )
  const error = shop.error ?? cameras.error
  if (error)
    return (
      <ErrorState
        error={error}
        onRetry={() => {
          void shop.refetch()
          void cameras.refetch()
        }}
      />
    )
  if (!shop.data || !cameras.data) return null
  if (!camera?.capabilities.playback) return <p className="muted">{t(words.replayNone)}</p>
  return <Replay shop={shop.data} camera={camera} at={new Date(finding.foundAt).getTime()} />
}

function Replay({ shop, camera, at }: { shop: ShopDetail; camera: Camera; at: number }) {
  const t = useText()
  const [cameras] = useState([camera])
  const model = usePlayback(shop, cameras, { camera, hasAddress: false })
  const { director, seek } = model
  const [from, to] = [at - aroundMs, at + aroundMs]
  const [isBegun, begin] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first thing that this recording does
  useEffect(() => {
    seek(from)
    begin(true)
  }, [])
  const isOver = useLook(() => isBegun && director.now() >= to)
  useEffect(() => {
    if (isOver) director.setPlaying(false)
  }, [director, isOver])
  const [lane] = model.lanes
  return (
    <div className="evidence-replay">
      {lane && <ReplayPane model={model} lane={lane} isMain />}
      {isOver && (
        <Button
          size="small"
          icon={<RotateCcw size={14} />}
          onClick={() => {
            seek(from)
            director.setPlaying(true)
          }}
        >
          {t(words.replayAgain)}
        </Button>
      )}
    </div>
  )
}
