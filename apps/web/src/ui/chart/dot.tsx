import type { CSSProperties } from 'react'

type Props = {
  /** Where its middle stands in the picture, in per cent. */
  left: number
  top: number
  /** Its width in px. */
  size: number
  fill: string
  title: string
  /** Written under it. */
  name?: string | undefined
  isAt: boolean
  onPick?: (() => void) | undefined
}

/** A place on a picture of the earth, as large as its value; arrow keys and Enter of the frame around it reach it too. */
export function Dot({ left, top, size, fill, title, name, isAt, onPick }: Props) {
  const style: CSSProperties = { left: `${left}%`, top: `${top}%`, ...(onPick ? { cursor: 'pointer' } : {}) }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the frame's arrow keys and Enter reach every dot
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <span className="bubble" title={title} data-at={isAt || undefined} style={style} onClick={onPick}>
      <i style={{ width: size, height: size, background: fill }} aria-hidden />
      {name !== undefined && <b style={{ top: size / 2 + 2 }}>{name}</b>}
    </span>
  )
}
