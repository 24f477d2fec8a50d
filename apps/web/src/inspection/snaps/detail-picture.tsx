import type { PictureDetail } from '@aisle/contract'
import { Button, Segmented } from 'antd'
import { Download, PencilLine, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/queries.ts'
import { useSession } from '../../lib/session.ts'
import { useWritten } from '../../lib/written.ts'
import { useHotkeys } from '../../ui/hotkeys.ts'
import { Annotator } from '../annotate/annotator.tsx'
import { DrawnShapes } from '../annotate/drawn-shapes.tsx'
import { screenshotTypes } from '../queries.ts'
import { galleryChanged, galleryQueries } from './queries.ts'
import { words } from './text.ts'
import { annotatedUrl } from './zip-pictures.ts'

const zoomStep = 1.5
const mostZoom = 5

/** The picture, larger, turned, with or without what was drawn on it. */
export function Face({ detail }: { detail: PictureDetail }) {
  const t = useText()
  const name = useName()
  const { can } = useSession()
  const { picture, annotations } = detail
  const [latest] = annotations
  const [zoom, setZoom] = useState(1)
  const [turn, setTurn] = useState(0)
  const [isDrawing, setDrawing] = useState(false)
  const [shows, show] = useState<'drawn' | 'original'>('drawn')
  const mayDraw = can('inspect.operate', 'inspect.score')
  const larger = () => setZoom(Math.min(mostZoom, zoom * zoomStep))
  const smaller = () => setZoom(Math.max(1, zoom / zoomStep))
  useHotkeys(
    isDrawing
      ? []
      : [
          { keys: ['+', '='], text: words.zoomIn, group: words.keyGroup, run: larger },
          { keys: ['-'], text: words.zoomOut, group: words.keyGroup, run: smaller },
          { keys: ['r'], text: words.rotate, group: words.keyGroup, run: () => setTurn(turn + 90) },
          {
            keys: ['a'],
            text: words.annotate,
            group: words.keyGroup,
            isEnabled: mayDraw,
            run: () => setDrawing(true),
          },
        ],
  )
  if (isDrawing)
    return (
      <Annotator
        picture={picture}
        shapes={latest?.shapes ?? []}
        version={latest?.version ?? 0}
        onClose={() => setDrawing(false)}
        onSaved={saved => {
          queryClient.setQueryData(galleryQueries.detail(picture.id).queryKey, saved)
          void galleryChanged()
          setDrawing(false)
        }}
      />
    )
  return (
    <>
      <div className="snap-tools">
        <Button
          size="small"
          icon={<ZoomOut size={14} />}
          aria-label={t(words.zoomOut)}
          title={t(words.zoomOut)}
          disabled={zoom <= 1}
          onClick={smaller}
        />
        <span className="snap-zoom">{Math.round(zoom * 100)}%</span>
        <Button
          size="small"
          icon={<ZoomIn size={14} />}
          aria-label={t(words.zoomIn)}
          title={t(words.zoomIn)}
          disabled={zoom >= mostZoom}
          onClick={larger}
        />
        <Button
          size="small"
          icon={<RotateCw size={14} />}
          aria-label={t(words.rotate)}
          title={t(words.rotate)}
          onClick={() => setTurn(turn + 90)}
        />
        {latest && latest.shapes.length > 0 && (
          <Segmented
            size="small"
            value={shows}
            options={[
              { value: 'drawn', label: t(words.drawn) },
              { value: 'original', label: t(words.original) },
            ]}
            onChange={show}
          />
        )}
        <span className="snap-tools-end">
          <Button
            size="small"
            icon={<Download size={14} />}
            href={shows === 'drawn' && latest ? annotatedUrl(picture.id) : picture.fileAddr}
            download={`${picture.shopname}_${picture.cameraName}_${picture.fileTime.replace(/[-: ]/g, '')}.jpg`}
          >
            {t(words.download)}
          </Button>
          {mayDraw && (
            <Button
              size="small"
              type="primary"
              icon={<PencilLine size={14} />}
              onClick={() => setDrawing(true)}
            >
              {t(words.annotate)}
            </Button>
          )}
        </span>
      </div>
      <div className="snap-stage">
        <div className="snap-turned" style={{ transform: `rotate(${turn}deg) scale(${zoom})` }}>
          <img
            className="snap-whole"
            src={picture.fileAddr}
            alt={`${name(picture.cameraName, picture.cameraNameEn)} ${picture.fileTime}`}
          />
          {shows === 'drawn' && latest && (
            <DrawnShapes shapes={latest.shapes} width={picture.width} height={picture.height} />
          )}
        </div>
      </div>
      <Facts detail={detail} />
    </>
  )
}

function Facts({ detail: { picture, annotations } }: { detail: PictureDetail }) {
  const t = useText()
  const written = useWritten()
  const name = useName()
  const format = useFormat()
  const [latest] = annotations
  const facts: [string, string][] = [
    [t(words.shop), name(picture.shopname, picture.shopnameEn)],
    [t(words.camera), `${picture.cameraNumber} ${name(picture.cameraName, picture.cameraNameEn)}`.trim()],
    [t(words.preset), picture.presetName === '' ? '—' : written(picture.presetName)],
    [t(words.takenAt), picture.fileTime],
    [
      t(words.takenBy),
      picture.screenshotType === screenshotTypes.plan ? t(words.byPlan) : picture.userName || '—',
    ],
    [t(words.size), `${picture.width} × ${picture.height}`],
    ...(latest
      ? [
          [t(words.drawnBy), `${latest.userName} ${format.moment(new Date(latest.createdAt))}`] as [
            string,
            string,
          ],
        ]
      : []),
  ]
  return (
    <dl className="snap-facts">
      {facts.map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
