import type { Camera, Picture } from '@aisle/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Drawer, Pagination, Segmented, Select } from 'antd'
import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { pageAt, useRegistry } from '../../shell/registry.ts'
import { addressWith } from '../../shell/scope.ts'
import { Tag } from '../../ui/bits.tsx'
import { ConfirmPopover } from '../../ui/confirm.tsx'
import { panelAttributes, stateOf } from '../../ui/panel.tsx'
import { Bone, EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { inspectionQueries, screenshotTypes } from '../queries.ts'
import { PictureViewer } from './picture-viewer.tsx'
import { removePictures } from './remove-pictures.ts'
import { savedPicture, savePictures } from './save-files.ts'
import { captureText as words } from './text.ts'
import type { Captures } from './use-capture.ts'

const pageSize = 20
type Kind = 'all' | keyof typeof screenshotTypes
const all = ''

type Props = {
  shopId: string
  cameras: readonly Camera[]
  captures: Pick<Captures, 'taken' | 'forget' | 'remember'>
  timeZone: string
  onClose: () => void
}

/** All pictures of a shop, 20 a page, by hand or by plan, by camera; to look at, save and delete. */
export function GalleryDrawer({ shopId, cameras, captures, timeZone, onClose }: Props) {
  const t = useText()
  const name = useName()
  const { can } = useSession()
  const [page, go] = useState(1)
  const [kind, setKind] = useState<Kind>('all')
  const [cameraId, setCamera] = useState(all)
  const [openId, open] = useState<string>()
  const [chosen, choose] = useState<readonly Picture[]>([])
  const [isSaving, saving] = useState(false)
  const keys = useQuery(inspectionQueries.videoKeys(shopId))
  const list = useQuery({
    ...inspectionQueries.picturePage(shopId, {
      page,
      kind: kind === 'all' ? undefined : kind,
      video: keys.data?.get(cameraId),
    }),
    placeholderData: keepPreviousData,
  })
  const pictures = list.data?.records ?? []
  const state = stateOf(list, ({ total }) => total === 0)
  const isFiltered = kind !== 'all' || cameraId !== all
  const clear = () => {
    setKind('all')
    setCamera(all)
    go(1)
  }
  const toggle = (picture: Picture, isOn: boolean) =>
    choose(isOn ? [...chosen, picture] : chosen.filter(({ id }) => id !== picture.id))
  async function download() {
    saving(true)
    try {
      const [first] = chosen
      await savePictures(chosen.map(savedPicture), `${first?.shopname ?? ''}_${t(words.pictures)}.zip`)
    } catch (error) {
      toast.error(error)
    } finally {
      saving(false)
    }
  }
  async function remove() {
    await removePictures(chosen, captures)
    choose([])
  }
  return (
    <Drawer
      open
      size={760}
      title={t(words.library)}
      extra={<GalleryLink shopId={shopId} cameraId={cameraId} />}
      onClose={onClose}
      className="gallery-drawer"
    >
      <div {...panelAttributes('gallery', state)}>
        <div className="gallery-filters">
          <Segmented<Kind>
            aria-label={t(words.kind)}
            value={kind}
            onChange={value => {
              setKind(value)
              go(1)
            }}
            options={[
              { value: 'all', label: t(words.allKinds) },
              { value: 'hand', label: t(words.byHand) },
              { value: 'plan', label: t(words.byPlan) },
            ]}
          />
          <Select
            aria-label={t(words.camera)}
            value={cameraId}
            onChange={value => {
              setCamera(value)
              go(1)
            }}
            options={[
              { value: all, label: t(words.allCameras) },
              ...cameras.map(camera => ({
                value: camera.id,
                label: `${camera.number} ${name(camera.name, camera.nameEn)}`,
              })),
            ]}
          />
          {list.data && <span className="tool-hint">{t(words.total, { count: list.data.total })}</span>}
        </div>
        {chosen.length > 0 && (
          <div className="gallery-chosen">
            <span>{t(words.chosen, { count: chosen.length })}</span>
            <Button
              size="small"
              icon={<Download size={14} />}
              loading={isSaving}
              onClick={() => void download()}
            >
              {t(chosen.length > 1 ? words.downloadZip : words.download)}
            </Button>
            {can('inspect.operate') && (
              <ConfirmPopover name={t(words.removeSome, { count: chosen.length })} onConfirm={remove}>
                <Button size="small" danger icon={<Trash2 size={14} />}>
                  {t(words.remove)}
                </Button>
              </ConfirmPopover>
            )}
          </div>
        )}
        {state === 'loading' && (
          <Loading>
            <Bone height={360} />
          </Loading>
        )}
        {state === 'error' && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
        {state === 'empty' && (
          <EmptyState
            text={t(isFiltered ? words.noneMatch : words.none)}
            action={isFiltered && <Button onClick={clear}>{t(words.clearFilters)}</Button>}
          />
        )}
        <ul className="gallery-grid">
          {pictures.map(picture => (
            <GalleryTile
              key={picture.id}
              picture={picture}
              timeZone={timeZone}
              isChosen={chosen.some(({ id }) => id === picture.id)}
              onChoose={isOn => toggle(picture, isOn)}
              onOpen={() => open(picture.id)}
            />
          ))}
        </ul>
        {(list.data?.total ?? 0) > pageSize && (
          <Pagination
            size="small"
            current={page}
            pageSize={pageSize}
            total={list.data?.total ?? 0}
            showSizeChanger={false}
            onChange={go}
          />
        )}
      </div>
      <PictureViewer
        pictures={pictures}
        openId={openId}
        onOpen={open}
        captures={captures}
        timeZone={timeZone}
      />
    </Drawer>
  )
}

function GalleryTile({
  picture,
  timeZone,
  isChosen,
  onChoose,
  onOpen,
}: {
  picture: Picture
  timeZone: string
  isChosen: boolean
  onChoose: (isOn: boolean) => void
  onOpen: () => void
}) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const time = format.moment(new Date(picture.takenAt), timeZone)
  const camera = name(picture.cameraName, picture.cameraNameEn)
  const label = `${camera} ${time}`
  return (
    <li className="gallery-tile" data-chosen={isChosen || undefined}>
      <button
        type="button"
        className="gallery-picture"
        aria-label={t(words.open, { name: camera, time })}
        onClick={onOpen}
      >
        <img src={picture.thumbnailUrl} alt="" loading="lazy" />
      </button>
      <Checkbox
        checked={isChosen}
        aria-label={t(words.choose, { name: label })}
        onChange={event => onChoose(event.target.checked)}
      />
      <span className="gallery-words">
        <span className="ellipsis">{camera}</span>
        <span className="tool-hint">{time}</span>
        {picture.screenshotType === screenshotTypes.plan && <Tag tone="primary">{t(words.planned)}</Tag>}
      </span>
    </li>
  )
}

/** The page of all pictures, with more filters, at this shop and camera; nothing for who may not open it. */
function GalleryLink({ shopId, cameraId }: { shopId: string; cameraId: string }) {
  const t = useText()
  const { can } = useSession()
  const { pages } = useRegistry()
  const page = pageAt(pages, '/x_2_SnapPlan/x_2_SnapPicList')
  if (!page || !can(...page.authority)) return null
  const address = addressWith(page.path, { kind: 'shop', shopId })
  return (
    <Link to={cameraId === all ? address : `${address}&camera=${encodeURIComponent(cameraId)}`}>
      {t(words.everyShop)}
    </Link>
  )
}
