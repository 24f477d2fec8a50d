import type { CheckItem } from '@aisle/contract'
import { useMutation } from '@tanstack/react-query'
import { Button, Image } from 'antd'
import { Trash2, Upload } from 'lucide-react'
import { useRef } from 'react'
import { api } from '../lib/api.ts'
import { useName, useText } from '../lib/i18n.ts'
import { ConfirmPopover } from '../ui/confirm.tsx'
import { toast } from '../ui/toast.tsx'
import { refreshForms } from './queries.ts'

/** How the item should look: shown beside the live picture while it is scored. */
export function StandardPicture({ item }: { item: CheckItem }) {
  const t = useText()
  const name = useName()
  const file = useRef<HTMLInputElement>(null)
  const params = { itemId: item.itemId }
  const { mutate, isPending } = useMutation({
    mutationFn: (picture: File) => {
      const body = new FormData()
      body.set('file', picture)
      return api.checkItems.setStandardPicture({ params, body })
    },
    onSuccess: () => toast.success({ zh: '标准图已更新', en: 'The standard picture is set' }),
    onError: error => toast.error(error),
    onSettled: refreshForms,
  })
  return (
    <section className="item-section">
      <h3>{t({ zh: '标准图', en: 'Standard picture' })}</h3>
      {item.standardPictureUrl ? (
        <Image
          src={item.standardPictureUrl}
          alt={t(
            { zh: '「{name}」的标准图', en: 'How “{name}” should look' },
            { name: name(item.itemName, item.itemNameEn) },
          )}
          width="100%"
        />
      ) : (
        <p className="item-note">
          {t({
            zh: '还没有标准图。上传一张达标的图片，评分时显示在画面旁。',
            en: 'There is none yet. Upload a picture of how it should look; it is shown beside the live picture.',
          })}
        </p>
      )}
      <div className="item-actions">
        {item.standardPictureUrl && (
          <ConfirmPopover
            name={t({ zh: '标准图', en: 'Standard picture' })}
            onConfirm={async () => {
              await api.checkItems.removeStandardPicture({ params })
              await refreshForms()
            }}
          >
            <Button type="text" danger icon={<Trash2 size={14} />}>
              {t({ zh: '移除', en: 'Remove' })}
            </Button>
          </ConfirmPopover>
        )}
        <Button icon={<Upload size={14} />} loading={isPending} onClick={() => file.current?.click()}>
          {item.standardPictureUrl
            ? t({ zh: '换一张', en: 'Replace' })
            : t({ zh: '上传图片', en: 'Upload a picture' })}
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          accept="image/jpeg,image/png,image/webp"
          aria-label={t({ zh: '标准图文件', en: 'File of the standard picture' })}
          onChange={event => {
            const [picture] = event.target.files ?? []
            if (picture) mutate(picture)
            event.target.value = ''
          }}
        />
      </div>
    </section>
  )
}
