import { type IngestSource, type SourceKind, sourceKinds } from '@aisle/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Checkbox, Input, Modal, Select } from 'antd'
import { useId, useState } from 'react'
import { api } from '../lib/api.ts'
import { useName, useText } from '../lib/i18n.ts'
import { sharedQueries } from '../lib/queries.ts'
import { toast } from '../ui/toast.tsx'
import { ingestChanged } from './queries.ts'
import { kindName, words } from './text.ts'

/** Kinds that name people. */
const withPeople: readonly SourceKind[] = ['any', 'faces', 'touches', 'tracks']

/** A name, what may be posted, and of which shops. */
export function NewSourceDialog({
  onMade,
  onClose,
}: {
  onMade: (source: IngestSource & { token: string }) => void
  onClose: () => void
}) {
  const t = useText()
  const nameOf = useName()
  const id = useId()
  const shops = useQuery(sharedQueries.allShops())
  const [name, setName] = useState('')
  const [kind, setKind] = useState<SourceKind>('any')
  const [library, setLibrary] = useState('')
  const [allShops, setAllShops] = useState(false)
  const [shopIds, setShops] = useState<string[]>([])
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api.ingestSources.create({
        body: {
          name,
          kind,
          library: withPeople.includes(kind) ? library : '',
          allShops,
          shopIds: allShops ? [] : shopIds,
        },
      }),
    async onSuccess(made) {
      await ingestChanged()
      onMade(made)
    },
    onError: error => toast.error(error),
  })
  const isReady = name.trim() !== '' && (allShops || shopIds.length > 0)
  return (
    <Modal
      open
      title={t(words.newSource)}
      okText={t(words.create)}
      cancelText={t(words.cancel)}
      okButtonProps={{ disabled: !isReady, loading: isPending }}
      onOk={() => mutate()}
      onCancel={onClose}
    >
      <form
        className="source-fields"
        onSubmit={event => {
          event.preventDefault()
          if (isReady && !isPending) mutate()
        }}
      >
        <label htmlFor={`${id}-name`}>{t(words.name)}</label>
        <Input
          id={`${id}-name`}
          autoFocus
          maxLength={60}
          value={name}
          onChange={event => setName(event.target.value)}
        />
        <label htmlFor={`${id}-kind`}>{t(words.kind)}</label>
        <Select<SourceKind>
          id={`${id}-kind`}
          value={kind}
          options={sourceKinds.map(value => ({ value, label: t(kindName(value)) }))}
          onChange={setKind}
        />
        <label htmlFor={`${id}-shops`}>{t(words.speaksOf)}</label>
        <div className="source-shops">
          <Checkbox checked={allShops} onChange={event => setAllShops(event.target.checked)}>
            {t(words.everyShop)}
          </Checkbox>
          <Select
            id={`${id}-shops`}
            mode="multiple"
            disabled={allShops}
            maxTagCount={4}
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={t(words.chooseShops)}
            value={allShops ? [] : shopIds}
            options={(shops.data ?? []).map(shop => ({
              value: shop.shopid,
              label: nameOf(shop.shopname, shop.shopnameEn),
            }))}
            onChange={setShops}
          />
        </div>
        {withPeople.includes(kind) && (
          <>
            <label htmlFor={`${id}-library`}>{t(words.library)}</label>
            <div>
              <Input
                id={`${id}-library`}
                maxLength={60}
                value={library}
                onChange={event => setLibrary(event.target.value)}
              />
              <p className="source-hint">{t(words.libraryHint)}</p>
            </div>
          </>
        )}
        <button type="submit" hidden />
      </form>
    </Modal>
  )
}
