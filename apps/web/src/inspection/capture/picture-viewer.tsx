import type { Picture } from '@aisle/contract'
import { Button, Modal } from 'antd'
import { ChevronLeft, ChevronRight, Download, Trash2 } from 'lucide-react'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { ConfirmPopover } from '../../ui/confirm.tsx'
import { useHotkeys } from '../../ui/hotkeys.ts'
import { removePictures } from './remove-pictures.ts'
import { captureText as words } from './text.ts'
import type { Captures } from './use-capture.ts'

type Props = {
  pictures: readonly Picture[]
  openId: string | undefined
  onOpen: (id: string | undefined) => void
  captures: Pick<Captures, 'taken' | 'forget' | 'remember'>
  timeZone: string
}

/** One picture large, with its neighbours a key away; download, delete with undo. */
export function PictureViewer({ pictures, openId, onOpen, captures, timeZone }: Props) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const { can } = useSession()
  const index = pictures.findIndex(picture => picture.id === openId)
  const picture = pictures[index]
  const go = (by: number) => {
    const next = pictures[index + by]
    if (next) onOpen(next.id)
  }
  useHotkeys([
    { keys: ['ArrowLeft'], always: true, isEnabled: picture !== undefined, run: () => go(-1) },
    { keys: ['ArrowRight'], always: true, isEnabled: picture !== undefined, run: () => go(1) },
  ])
  if (!picture) return null
  const takenAt = new Date(picture.takenAt)
  const title = `${name(picture.cameraName, picture.cameraNameEn)} · ${format.date(takenAt, timeZone)} ${format.clock(takenAt, timeZone)}`

  async function remove(gone: Picture) {
    await removePictures([gone], captures)
    const next = pictures[index + 1] ?? pictures[index - 1]
    onOpen(next?.id)
  }

  return (
    <Modal
      open
      centered
      width="min(1100px, 96vw)"
      title={title}
      onCancel={() => onOpen(undefined)}
      footer={
        <div className="viewer-footer">
          <span className="tool-hint">
            {picture.userName && t(words.takenBy, { name: picture.userName })} · {picture.width} ×{' '}
            {picture.height}
          </span>
          <Button icon={<Download size={14} />} href={picture.fileAddr} download={fileName(picture)}>
            {t(words.download)}
          </Button>
          {can('inspect.operate') && (
            <ConfirmPopover name={title} onConfirm={() => remove(picture)}>
              <Button danger icon={<Trash2 size={14} />}>
                {t(words.remove)}
              </Button>
            </ConfirmPopover>
          )}
        </div>
      }
    >
      <div className="viewer-picture">
        <img src={picture.fileAddr} alt={title} />
        <button
          type="button"
          className="viewer-step"
          aria-label={t(words.previous)}
          disabled={index <= 0}
          onClick={() => go(-1)}
        >
          <ChevronLeft size={22} />
        </button>
        <button
          type="button"
          className="viewer-step"
          aria-label={t(words.next)}
          disabled={index >= pictures.length - 1}
          onClick={() => go(1)}
        >
          <ChevronRight size={22} />
        </button>
      </div>
    </Modal>
  )
}

/** Shop, camera and time: what a saved picture is looked for by. */
export function fileName({ shopname, cameraName, takenAt, fileAddr }: Picture): string {
  const ending = /\.(png|webp)(\?|$)/i.exec(fileAddr)?.[1] ?? 'jpg'
  return `${[shopname, cameraName, takenAt.slice(0, 19).replace(/[-:]/g, '').replace('T', '_')].join('_')}.${ending}`
}
