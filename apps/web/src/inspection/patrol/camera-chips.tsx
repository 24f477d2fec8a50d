import type { Camera } from '@aisle/contract'
import { useName } from '../../lib/i18n.ts'

type ChipProps = {
  cameras: readonly Camera[]
  currentId: string
  viewed: ReadonlySet<string>
  onPick: (id: string) => void
}

/** The cameras of the shop in a row: which is on, which were looked at, which are off. */
export function CameraChips({ cameras, currentId, viewed, onPick }: ChipProps) {
  const name = useName()
  return (
    <ul className="camera-chips">
      {cameras.map(camera => (
        <li key={camera.id}>
          <button
            type="button"
            aria-current={camera.id === currentId || undefined}
            data-viewed={viewed.has(camera.id) || undefined}
            data-offline={camera.status === 'offline' || undefined}
            onClick={() => onPick(camera.id)}
          >
            {camera.number} {name(camera.name, camera.nameEn)}
          </button>
        </li>
      ))}
    </ul>
  )
}
