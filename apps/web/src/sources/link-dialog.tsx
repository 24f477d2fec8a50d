import {
  type IngestLink,
  type IngestSource,
  type LinkFormat,
  type LinkKind,
  linkFormats,
  pullFormats,
} from '@aisle/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { AutoComplete, Input, InputNumber, Modal, Segmented, Select } from 'antd'
import { useId, useState } from 'react'
import { api } from '../lib/api.ts'
import { useText } from '../lib/i18n.ts'
import { toast } from '../ui/toast.tsx'
import { linkWords as words } from './link-text.ts'
import { ingestChanged, ingestQueries } from './queries.ts'
import { kindName, words as shared } from './text.ts'

type Fields = {
  sourceId: string
  kind: LinkKind
  format: LinkFormat
  name: string
  url: string
  username: string
  password: string
  topics: string[]
  deviceSn: string
  channels: number[]
  catchUpDays: number
}

const nothing: Fields = {
  sourceId: '',
  kind: 'pull',
  format: 'dahua',
  name: '',
  url: '',
  username: '',
  password: '',
  topics: [],
  deviceSn: '',
  channels: [1],
  catchUpDays: 7,
}
const addressLike: Record<LinkKind, string> = {
  pull: 'http://192.168.1.108',
  mqtt: 'mqtt://192.168.1.20:1883',
}

/** Formats that a source takes and a way brings. */
function formatsOf(kind: LinkKind, source: IngestSource | undefined): readonly LinkFormat[] {
  const all: readonly LinkFormat[] = kind === 'pull' ? pullFormats : linkFormats
  return !source || source.kind === 'any' ? all : all.filter(format => format === source.kind)
}

/** Makes a connection, or changes one: then source, way and format stay. */
export function LinkDialog({
  link,
  sources,
  onClose,
}: {
  link?: IngestLink | undefined
  sources: readonly IngestSource[]
  onClose: () => void
}) {
  const t = useText()
  const id = useId()
  const [fields, setFields] = useState<Fields>(() => ({
    ...nothing,
    sourceId: sources[0]?.id ?? '',
    ...link,
    password: '',
  }))
  const set = (change: Partial<Fields>) => setFields(before => ({ ...before, ...change }))
  const source = sources.find(each => each.id === fields.sourceId)
  const formats = link ? [link.format] : formatsOf(fields.kind, source)
  const format = formats.includes(fields.format) ? fields.format : formats[0]
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { name, url, username, password, topics, deviceSn, channels, ...fixed } = fields
      const own = fields.kind === 'mqtt' ? { topics } : { deviceSn, channels }
      if (link)
        return api.ingestLinks.update({
          params: { linkId: link.id },
          body: { name, url, username, ...own, ...(password === '' ? {} : { password }) },
        })
      return api.ingestLinks.create({
        body: { ...fixed, format: format ?? fixed.format, name, url, username, password, ...own },
      })
    },
    async onSuccess() {
      await ingestChanged()
      onClose()
    },
    onError: error => toast.error(error),
  })
  const isReady =
    source !== undefined &&
    format !== undefined &&
    fields.name.trim() !== '' &&
    fields.url.trim() !== '' &&
    (fields.kind === 'mqtt'
      ? fields.topics.length > 0
      : fields.deviceSn.trim() !== '' && fields.channels.length > 0)

  return (
    <Modal
      open
      title={t(link ? words.editLink : words.newLink)}
      okText={t(link ? words.save : shared.create)}
      cancelText={t(shared.cancel)}
      okButtonProps={{ disabled: !isReady, loading: isPending }}
      onOk={() => mutate()}
      onCancel={onClose}
    >
      <form
        className="source-fields"
        autoComplete="off"
        onSubmit={event => {
          event.preventDefault()
          if (isReady && !isPending) mutate()
        }}
      >
        <label htmlFor={`${id}-name`}>{t(shared.name)}</label>
        <Input
          id={`${id}-name`}
          autoFocus
          maxLength={60}
          value={fields.name}
          onChange={event => set({ name: event.target.value })}
        />
        <label htmlFor={`${id}-source`}>{t(shared.source)}</label>
        <Select
          id={`${id}-source`}
          disabled={link !== undefined}
          value={fields.sourceId}
          options={sources.map(each => ({ value: each.id, label: each.name }))}
          onChange={sourceId => set({ sourceId })}
        />
        <span>{t(words.way)}</span>
        <Segmented<LinkKind>
          disabled={link !== undefined}
          value={fields.kind}
          options={[
            { value: 'pull', label: t(words.pull) },
            { value: 'mqtt', label: t(words.mqtt) },
          ]}
          onChange={kind => set({ kind })}
        />
        <label htmlFor={`${id}-format`}>{t(words.format)}</label>
        <Select<LinkFormat>
          id={`${id}-format`}
          disabled={link !== undefined}
          value={format ?? null}
          options={formats.map(value => ({ value, label: t(kindName(value)) }))}
          onChange={chosen => set({ format: chosen })}
        />
        <label htmlFor={`${id}-url`}>{t(words.end)}</label>
        <Input
          id={`${id}-url`}
          maxLength={300}
          placeholder={addressLike[fields.kind]}
          value={fields.url}
          onChange={event => set({ url: event.target.value })}
        />
        <label htmlFor={`${id}-user`}>{t(words.user)}</label>
        <Input
          id={`${id}-user`}
          maxLength={120}
          autoComplete="off"
          value={fields.username}
          onChange={event => set({ username: event.target.value })}
        />
        <label htmlFor={`${id}-password`}>{t(words.password)}</label>
        <Input.Password
          id={`${id}-password`}
          maxLength={500}
          autoComplete="new-password"
          placeholder={link?.hasPassword ? t(words.passwordKept) : ''}
          value={fields.password}
          onChange={event => set({ password: event.target.value })}
        />
        {fields.kind === 'mqtt' ? (
          <>
            <label htmlFor={`${id}-topics`}>{t(words.topics)}</label>
            <div>
              <Select
                id={`${id}-topics`}
                className="link-wide"
                mode="tags"
                open={false}
                suffixIcon={null}
                value={fields.topics}
                onChange={topics => set({ topics })}
              />
              <p className="source-hint">{t(words.topicsHint)}</p>
            </div>
          </>
        ) : (
          <>
            <label htmlFor={`${id}-device`}>{t(words.device)}</label>
            <div>
              <DeviceField
                id={`${id}-device`}
                value={fields.deviceSn}
                onChange={deviceSn => set({ deviceSn })}
              />
              <p className="source-hint">{t(words.deviceHint)}</p>
            </div>
            <label htmlFor={`${id}-channels`}>{t(words.channels)}</label>
            <div>
              <Select
                id={`${id}-channels`}
                className="link-wide"
                mode="tags"
                open={false}
                suffixIcon={null}
                value={fields.channels.map(String)}
                onChange={channels =>
                  set({ channels: channels.map(Number).filter(channel => channel >= 1 && channel <= 256) })
                }
              />
              <p className="source-hint">{t(words.channelsHint)}</p>
            </div>
            {!link && (
              <>
                <label htmlFor={`${id}-days`}>{t(words.catchUp)}</label>
                <InputNumber
                  id={`${id}-days`}
                  min={0}
                  max={365}
                  precision={0}
                  suffix={t(words.days)}
                  value={fields.catchUpDays}
                  onChange={days => set({ catchUpDays: days ?? 0 })}
                />
              </>
            )}
          </>
        )}
        <button type="submit" hidden />
      </form>
    </Modal>
  )
}

/** A serial number; counters that are known are offered. */
function DeviceField({ id, value, onChange }: { id: string; value: string; onChange: (sn: string) => void }) {
  const devices = useQuery(ingestQueries.counters(value.trim()))
  return (
    <AutoComplete
      id={id}
      className="link-wide"
      value={value}
      options={(devices.data?.records ?? []).map(({ sn, name }) => ({ value: sn, label: `${sn} · ${name}` }))}
      onChange={sn => onChange(sn ?? '')}
    />
  )
}
