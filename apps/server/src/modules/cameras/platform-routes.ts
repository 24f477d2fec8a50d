import { platformCameraCalls } from '@aisle/contract'
import type { Mount } from '../../platform/http/mount.ts'
import type { PlatformCameraService } from './platform-cameras.ts'

/** The cameras of one platform over the shops of an area. */
export function platformCameraRoutes(mount: Mount, cameras: PlatformCameraService): void {
  mount(platformCameraCalls, {
    list: ({ query }, { caller }) => cameras.list(caller, query),
    recordings: ({ query }, { caller }) => cameras.recordings(caller, query),
  })
}
