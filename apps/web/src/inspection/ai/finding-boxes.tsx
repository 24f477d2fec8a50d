import type { Finding } from '@aisle/contract'
import { useFindingWords } from './use-finding-words.ts'

type Shown = Pick<Finding, 'id' | 'algorithm' | 'zoneName' | 'confidence' | 'boxes' | 'status'>

/**
 * Findings drawn over a picture of 16:9 that fills its place: a box each with its label, and a line of labels for what
 * concerns the whole picture.
 */
export function FindingBoxes({
  findings,
  isSmall = false,
}: {
  findings: readonly Shown[]
  isSmall?: boolean
}) {
  const say = useFindingWords()
  const whole = findings.filter(({ boxes }) => boxes.length === 0)
  return (
    <div className="finding-boxes" data-small={isSmall || undefined}>
      {findings.flatMap(finding =>
        finding.boxes.map((box, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: boxes have no identity of their own and never move
            key={`${finding.id} ${index}`}
            className="finding-box"
            data-status={finding.status}
            data-low={box.y < 0.06 || undefined}
            style={{
              left: `${box.x * 100}%`,
              top: `${box.y * 100}%`,
              width: `${box.width * 100}%`,
              height: `${box.height * 100}%`,
            }}
          >
            {!isSmall && (index === 0 || box.label !== '') && (
              <b>
                {box.label === '' ? say.what(finding) : box.label}{' '}
                {say.percent(box.confidence ?? finding.confidence)}
              </b>
            )}
          </span>
        )),
      )}
      {!isSmall && whole.length > 0 && (
        <p className="finding-whole">
          {whole.map(finding => (
            <b key={finding.id}>
              {say.what(finding)} {say.percent(finding.confidence)}
            </b>
          ))}
        </p>
      )}
    </div>
  )
}
