import type { Camera, Finding } from '@aisle/contract'
import { ImageOff, Play, Square } from 'lucide-react'
import { useName, useText } from '../../lib/i18n.ts'
import { Tag } from '../../ui/bits.tsx'
import { LivePane } from '../live/live-pane.tsx'
import { FindingBoxes } from './finding-boxes.tsx'
import { aiText as words } from './text.ts'
import { useFindingWords } from './use-finding-words.ts'

type Props = {
  camera: Camera
  /** What was found there, the latest first. */
  findings: readonly Finding[]
  isLive: boolean
  onLive: (isLive: boolean) => void
}

const usualZone = 'Asia/Shanghai'

/**
 * One camera with what was found on it. As a still it shows the picture on which the latest finding was made; a box belongs
 * to that moment. Over live video the newest of each kind is drawn.
 */
export function AiPane({ camera, findings, isLive, onLive }: Props) {
  const t = useText()
  const name = useName()
  const say = useFindingWords()
  const [latest] = findings
  const still = latest?.picture?.fileAddr ?? camera.posterUrl
  const onStill = findings.filter(finding => finding.picture?.id === latest?.picture?.id)
  const label = `${camera.number} ${name(camera.name, camera.nameEn)}`
  const timeZone = latest?.timeZone ?? usualZone
  return (
    <figure className="ai-pane" data-camera={camera.id}>
      {isLive ? (
        <LivePane camera={camera} view={{ quality: 'smooth', fit: 'contain', size: 'wall', timeZone }}>
          <FindingBoxes findings={newestOfEach(findings)} />
        </LivePane>
      ) : (
        <div className="ai-still">
          {still ? <img src={still} alt={label} loading="lazy" /> : <ImageOff size={22} aria-hidden />}
          <FindingBoxes findings={onStill} />
        </div>
      )}
      <figcaption>
        <strong className="ellipsis">
          {name(camera.shopname, camera.shopnameEn)} · {label}
        </strong>
        {latest && (
          <Tag tone="warning" title={say.full(latest.foundAt, timeZone)}>
            {say.what(latest)} · {say.at(latest.foundAt, timeZone)}
          </Tag>
        )}
        <button type="button" className="link-button" onClick={() => onLive(!isLive)}>
          {isLive ? <Square size={13} aria-hidden /> : <Play size={13} aria-hidden />}
          {t(isLive ? words.stopLive : words.showLive)}
        </button>
      </figcaption>
    </figure>
  )
}

/** The newest of each kind. */
function newestOfEach(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>()
  return findings.flatMap(finding => {
    const kind = `${finding.algorithm} ${finding.zoneName}`
    if (seen.has(kind)) return []
    seen.add(kind)
    return [finding]
  })
}
