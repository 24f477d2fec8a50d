import type { Picture } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { AutoComplete, Button, Input, Modal, Select } from 'antd'
import { Camera as CameraIcon } from 'lucide-react'
import { useId, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useName, useText } from '../../lib/i18n.ts'
import { messageOf } from '../../lib/problem.ts'
import { sharedQueries } from '../../lib/queries.ts'
import { useSession } from '../../lib/session.ts'
import { toast } from '../../ui/toast.tsx'
import { proposedDue } from '../forms/raise-fields.tsx'
import { DueField } from './due-field.tsx'
import { problemQueries, problemsChanged } from './queries.ts'
import { problemText as words } from './text.ts'
import { ownerFields, ownerKey } from './use-problem-filters.ts'
import './problems.css'

const usualZone = 'Asia/Shanghai'

type Props = {
  shopId: string | undefined
  cameraId?: string | undefined
  /** Pictures that show it already: captures of a patrol. */
  pictures?: readonly Picture[]
  /** What it is about, where that is known. */
  item?: string
  remark?: string
  onClose: () => void
  onRaised?: (problemId: string) => void
}

/** A problem noted by hand. Sent twice it is one: the dialog carries the key of its save. */
export function RaiseDialog({
  shopId: givenShop,
  cameraId: givenCamera,
  pictures: given = [],
  item = '',
  remark: givenRemark = '',
  onClose,
  onRaised,
}: Props) {
  const t = useText()
  const name = useName()
  const id = useId()
  const { can } = useSession()
  const mayLook = can('inspect.view')
  const [clientKey] = useState(() => crypto.randomUUID())
  const [shopId, setShop] = useState(givenShop)
  const [itemName, setItem] = useState(item)
  const [questionType, setType] = useState('')
  const [remark, setRemark] = useState(givenRemark)
  const [owner, setOwner] = useState('')
  const [cameraId, setCamera] = useState(givenCamera ?? '')
  const [pictures, setPictures] = useState(given)
  const [dueAt, setDueAt] = useState(() => proposedDue(usualZone))
  const [isSending, sending] = useState(false)
  const [isTaking, taking] = useState(false)
  const [isTried, tried] = useState(false)
  const [fault, setFault] = useState<string>()
  const shops = useQuery(sharedQueries.allShops())
  const items = useQuery(problemQueries.items({}))
  const owners = useQuery({ ...problemQueries.owners(shopId ?? ''), enabled: shopId !== undefined })
  const cameras = useQuery({
    ...sharedQueries.cameras(shopId ?? ''),
    enabled: shopId !== undefined && mayLook,
  })
  const types = [
    ...new Map(
      (items.data ?? []).map(each => [each.questionType, name(each.questionType, each.questionTypeEn ?? '')]),
    ),
  ].filter(([type]) => type !== '')
  const known = items.data?.find(each => each.itemName === itemName)

  async function take() {
    taking(true)
    try {
      const picture = await api.cameras.snapshot({ params: { cameraId }, body: {} })
      setPictures(before => [...before, picture])
    } catch (error) {
      toast.error(error)
    } finally {
      taking(false)
    }
  }
  async function send() {
    tried(true)
    if (shopId === undefined || itemName.trim() === '') return
    sending(true)
    setFault(undefined)
    try {
      const made = await api.problems.raise({
        body: {
          shopId,
          itemName: itemName.trim(),
          questionType: questionType.trim(),
          remark,
          pictureIds: pictures.map(picture => picture.id),
          clientKey,
          ...(cameraId === '' ? {} : { cameraId }),
          ...ownerFields(owner),
          ...(dueAt ? { dueAt } : {}),
        },
      })
      void problemsChanged()
      toast.success(words.raised, { item: name(made.itemName, made.itemNameEn) })
      onRaised?.(made.id)
      onClose()
    } catch (error) {
      setFault(messageOf(error))
      sending(false)
    }
  }
  return (
    <Modal
      open
      centered
      width={520}
      title={t(words.raise)}
      okText={t(words.raise)}
      cancelText={t(words.cancel)}
      confirmLoading={isSending}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <div className="problem-step">
        {fault && (
          <p role="alert" className="problem-fault">
            {fault}
          </p>
        )}
        {givenShop === undefined && (
          <div className="problem-field">
            <label htmlFor={`${id}-shop`}>{t(words.shop)}</label>
            <Select
              id={`${id}-shop`}
              {...(shopId === undefined ? {} : { value: shopId })}
              placeholder={t(words.chooseShop)}
              showSearch
              optionFilterProp="label"
              status={isTried && shopId === undefined ? 'error' : ''}
              onChange={(next: string) => {
                setShop(next)
                setOwner('')
                setCamera('')
                setPictures([])
              }}
              options={(shops.data ?? []).map(shop => ({
                value: shop.shopid,
                label: name(shop.shopname, shop.shopnameEn),
              }))}
            />
            {isTried && shopId === undefined && <p className="problem-fault">{t(words.needShop)}</p>}
          </div>
        )}
        <div className="problem-field">
          <label htmlFor={`${id}-item`}>{t(words.item)}</label>
          <AutoComplete
            id={`${id}-item`}
            value={itemName}
            placeholder={t(words.itemHint)}
            status={isTried && itemName.trim() === '' ? 'error' : ''}
            onChange={next => setItem(next.slice(0, 60))}
            onSelect={value => {
              const chosen = items.data?.find(each => each.itemName === value)
              if (chosen && questionType === '') setType(chosen.questionType)
            }}
            options={(items.data ?? [])
              .filter(each => each.itemName.includes(itemName))
              .slice(0, 20)
              .map(each => ({ value: each.itemName, label: name(each.itemName, each.itemNameEn) }))}
          />
          {isTried && itemName.trim() === '' && <p className="problem-fault">{t(words.needItem)}</p>}
        </div>
        <div className="problem-field">
          <label htmlFor={`${id}-type`}>{t(words.questionType)}</label>
          <AutoComplete
            id={`${id}-type`}
            value={questionType}
            placeholder={known?.questionType}
            onChange={next => setType(next.slice(0, 60))}
            options={types
              .filter(([type, label]) =>
                `${type} ${label}`.toLowerCase().includes(questionType.toLowerCase()),
              )
              .map(([value, label]) => ({ value, label }))}
          />
        </div>
        <div className="problem-field">
          <label htmlFor={`${id}-remark`}>{t(words.remark)}</label>
          <Input.TextArea
            id={`${id}-remark`}
            rows={2}
            maxLength={500}
            value={remark}
            onChange={event => setRemark(event.target.value)}
          />
        </div>
        {mayLook && shopId !== undefined && (
          <div className="problem-field">
            <label htmlFor={`${id}-camera`}>{t(words.camera)}</label>
            <div className="problem-pair">
              <Select
                id={`${id}-camera`}
                value={cameraId}
                onChange={setCamera}
                options={[
                  { value: '', label: t(words.chooseCamera) },
                  ...(cameras.data ?? []).map(camera => ({
                    value: camera.id,
                    label: `${camera.number} ${name(camera.name, camera.nameEn)}`,
                  })),
                ]}
              />
              {can('inspect.operate') && (
                <Button
                  icon={<CameraIcon size={14} />}
                  disabled={cameraId === ''}
                  loading={isTaking}
                  onClick={() => void take()}
                >
                  {t(words.takePicture)}
                </Button>
              )}
            </div>
          </div>
        )}
        {pictures.length > 0 && (
          <ul className="picture-row">
            {pictures.map(picture => (
              <li key={picture.id}>
                <img src={picture.thumbnailUrl} alt="" />
              </li>
            ))}
          </ul>
        )}
        <div className="problem-field">
          <label htmlFor={`${id}-owner`}>{t(words.owner)}</label>
          <Select
            id={`${id}-owner`}
            value={owner}
            disabled={shopId === undefined}
            loading={owners.isFetching}
            showSearch
            optionFilterProp="label"
            onChange={setOwner}
            options={[
              { value: '', label: t(words.noOwner) },
              ...(owners.data ?? []).map(each => ({ value: ownerKey(each), label: each.name })),
            ]}
          />
        </div>
        <DueField label={t(words.due)} value={dueAt} timeZone={usualZone} onChange={setDueAt} />
      </div>
    </Modal>
  )
}
