import type { Picture } from '@aisle/contract'
import { Image } from 'antd'
import { useName, useText } from '../../lib/i18n.ts'

/** Small pictures beside each other; each opens large. */
export function PictureRow({ pictures }: { pictures: readonly Picture[] }) {
  const t = useText()
  const name = useName()
  if (pictures.length === 0) return null
  return (
    <span className="picture-row">
      <Image.PreviewGroup>
        {pictures.map(picture => (
          <Image
            key={picture.id}
            src={picture.thumbnailUrl}
            preview={{ src: picture.fileAddr }}
            alt={t(
              { zh: '{camera} {time} 的图片', en: 'Picture of {camera} at {time}' },
              { camera: name(picture.cameraName, picture.cameraNameEn), time: picture.fileTime },
            )}
            width={72}
            height={41}
          />
        ))}
      </Image.PreviewGroup>
    </span>
  )
}
