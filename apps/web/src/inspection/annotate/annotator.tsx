import type { AnnotationShape, PictureDetail } from '@aisle/contract'
import { Button, Input, Segmented } from 'antd'
import { Undo2 } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { useHotkeys } from '../../ui/hotkeys.ts'
import { toast } from '../../ui/toast.tsx'
import { DrawnShapes } from './drawn-shapes.tsx'
import { labelled, type Point, pointOf, shapeOf, type Tool, tools } from './shapes.ts'
import { annotateText as words } from './text.ts'
import './annotate.css'

type Props = {
  picture: { id: string; fileAddr: string; width: number; height: number }
  /** What was drawn last, and its version; none yet: `[]` and 0. */
  shapes?: readonly AnnotationShape[]
  version?: number
  onSaved: (detail: PictureDetail) => void
  onClose: () => void
}

/** Draws boxes, arrows, words and blurred areas on a still picture. The picture itself is kept as it was. */
export function Annotator({ picture, shapes: given = [], version = 0, onSaved, onClose }: Props) {
  const t = useText()
  const stage = useRef<HTMLDivElement>(null)
  const [tool, take] = useState<Tool>('box')
  const [shapes, setShapes] = useState<readonly AnnotationShape[]>(given)
  const [from, begin] = useState<Point>()
  const [at, point] = useState<Point>({ x: 0.5, y: 0.5 })
  const [label, write] = useState<string>()
  const [isSaving, saving] = useState(false)
  const [isLeaving, askToLeave] = useState(false)
  const drawing = from && shapeOf(tool, from, at)
  const isUnsaved = shapes.length !== given.length || shapes.some((shape, index) => shape !== given[index])

  const draw = (next: readonly AnnotationShape[]) => {
    setShapes(next)
    askToLeave(false)
  }
  /** What is drawn is given up at the second word only. */
  const leave = () => (isUnsaved && !isLeaving ? askToLeave(true) : onClose())
  useHotkeys([
    { keys: ['Escape'], always: true, text: words.keyLeave, group: words.keyGroup, run: leave },
    { keys: ['mod+Enter'], always: true, text: words.save, group: words.keyGroup, run: () => void save() },
  ])

  const placeOf = ({ clientX, clientY }: PointerEvent): Point => {
    const box = stage.current?.getBoundingClientRect()
    return box ? pointOf({ x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height }) : at
  }
  const settle = (words: string) => {
    draw(labelled(shapes, words))
    write(undefined)
    stage.current?.focus()
  }
  function place(to: Point) {
    const shape = from && shapeOf(tool, from, to)
    begin(undefined)
    if (!shape) return
    draw([...(label === undefined ? shapes : labelled(shapes, label)), shape])
    write(shape.kind === 'blur' ? undefined : '')
  }
  function keys(event: KeyboardEvent) {
    const step = event.shiftKey ? 0.05 : 0.01
    const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[
      event.key
    ]
    if (by) point(pointOf({ x: at.x + (by[0] ?? 0), y: at.y + (by[1] ?? 0) }))
    else if (event.key === 'Enter') from || tool === 'text' ? placeByKey() : begin(at)
    else if (event.key === 'Escape') from ? begin(undefined) : leave()
    else if (event.key === 'Backspace' || (event.key === 'z' && (event.ctrlKey || event.metaKey)))
      draw(shapes.slice(0, -1))
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  function placeByKey() {
    const shape = shapeOf(tool, from ?? at, at)
    begin(undefined)
    if (!shape) return
    draw([...shapes, shape])
    write(shape.kind === 'blur' ? undefined : '')
  }
  async function save() {
    const kept = label === undefined ? shapes : labelled(shapes, label)
    saving(true)
    try {
      const detail = await api.gallery.annotate({
        params: { pictureId: picture.id },
        body: { version, shapes: [...kept] },
      })
      toast.success(words.saved)
      onSaved(detail)
    } catch (error) {
      toast.error(error)
    } finally {
      saving(false)
    }
  }

  return (
    <div className="annotator" data-panel="annotate" data-state="ready">
      <div className="annotator-tools">
        <Segmented<Tool>
          size="small"
          aria-label={t(words.tools)}
          value={tool}
          options={tools.map(value => ({ value, label: t(words[value]) }))}
          onChange={take}
        />
        <Button
          size="small"
          icon={<Undo2 size={14} />}
          disabled={shapes.length === 0}
          onClick={() => {
            draw(shapes.slice(0, -1))
            write(undefined)
          }}
        >
          {t(words.undo)}
        </Button>
        {/* Its place is kept while there is nothing to write: what is tapped next stays under the finger. */}
        <Input
          key={label === undefined ? 'none' : 'label'}
          size="small"
          autoFocus={label !== undefined}
          disabled={label === undefined}
          maxLength={60}
          value={label ?? ''}
          aria-label={t(words.label)}
          placeholder={t(words.label)}
          onChange={event => write(event.target.value)}
          onPressEnter={() => settle(label ?? '')}
          onBlur={() => {
            if (label === undefined) return
            draw(labelled(shapes, label))
            write(undefined)
          }}
          onKeyDown={event => {
            event.stopPropagation()
            if (event.key === 'Escape') settle(label ?? '')
          }}
        />
        <span className="annotator-end">
          {isLeaving ? (
            <span role="alert">{t(words.unsaved)}</span>
          ) : (
            <span className="muted-text">{t(words.count, { n: shapes.length })}</span>
          )}
          <Button size="small" danger={isLeaving} onClick={leave}>
            {t(isLeaving ? words.discard : words.cancel)}
          </Button>
          <Button size="small" type="primary" loading={isSaving} onClick={() => void save()}>
            {t(words.save)}
          </Button>
        </span>
      </div>
      <div
        ref={stage}
        className="annotator-stage"
        role="application"
        aria-label={t(words.canvas)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is drawn on by key as well
        tabIndex={0}
        onKeyDown={keys}
        onPointerDown={event => {
          event.currentTarget.setPointerCapture(event.pointerId)
          const here = placeOf(event)
          point(here)
          begin(here)
        }}
        onPointerMove={event => from && point(placeOf(event))}
        onPointerUp={event => place(placeOf(event))}
        onPointerCancel={() => begin(undefined)}
      >
        <img src={picture.fileAddr} alt="" draggable={false} />
        <DrawnShapes
          shapes={[
            ...(label === undefined ? shapes : labelled(shapes, label === '' ? ' ' : label)),
            ...(drawing ? [drawing] : []),
          ]}
          width={picture.width}
          height={picture.height}
        />
        <span
          className="annotator-cursor"
          style={{ left: `${at.x * 100}%`, top: `${at.y * 100}%` }}
          aria-hidden
        />
      </div>
    </div>
  )
}
