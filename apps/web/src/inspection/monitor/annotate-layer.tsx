import type { Picture } from '@aisle/contract'
import { type CSSProperties, useEffect, useRef } from 'react'
import { Annotator } from '../annotate/annotator.tsx'
import { refreshPictures } from '../queries.ts'
import type { Monitor } from './use-monitor.ts'
import './annotate-layer.css'

/** The frozen picture to draw on, over the live one, which goes on in the corner. Nothing while nothing is drawn. */
export function AnnotateLayer({ monitor }: { monitor: Monitor }) {
  const layer = useRef<HTMLDivElement>(null)
  const { annotating, leaveAnnotation } = monitor
  const id = annotating?.id
  // Drawn on by key at once: the surface has the keyboard.
  useEffect(() => {
    if (id !== undefined) layer.current?.querySelector<HTMLElement>('.annotator-stage')?.focus()
  }, [id])
  if (!annotating) return null
  return (
    <div className="annotate-layer" ref={layer} style={ratioOf(annotating)}>
      <Annotator
        key={annotating.id}
        picture={annotating}
        onClose={leaveAnnotation}
        onSaved={() => {
          leaveAnnotation()
          void refreshPictures(annotating.shopId)
        }}
      />
    </div>
  )
}

/** Pictures of unknown size are taken for wide ones. */
function ratioOf({ width, height }: Picture): CSSProperties & Record<'--picture-ratio', number> {
  return { '--picture-ratio': height > 0 ? width / height : 16 / 9 }
}
