import { type FindingAction, findingCalls } from '@aisle/contract'
import type { Handler, Mount } from '../../platform/http/mount.ts'
import type { PictureChecker } from './checker.ts'
import type { FindingService } from './service.ts'
import type { FindingSettings } from './settings.ts'
import type { FindingStatisticsService } from './statistics.ts'

type Deps = {
  findings: FindingService
  statistics: FindingStatisticsService
  settings: FindingSettings
  checker: Pick<PictureChecker, 'checkThese'>
  /** Of the pictures, those that the caller may see. */
  visiblePictures(caller: Parameters<FindingService['detail']>[0], ids: readonly string[]): Promise<string[]>
}

/** The calls about findings, and about how they are made. */
export function findingRoutes(mount: Mount, deps: Deps): void {
  const { findings, statistics, settings, checker, visiblePictures } = deps
  const decide =
    (action: Exclude<FindingAction, 'raise'>): Handler<typeof findingCalls.confirm> =>
    async ({ params, body }, context) => {
      const finding = await findings.decide(context.caller, params.findingId, action, body)
      await context.audit(`finding.${action}`, params.findingId, { version: finding.version })
      return finding
    }

  mount(findingCalls, {
    list: ({ query }, { caller }) => findings.page(caller, query),
    statistics: ({ query }, { caller }) => statistics.of(caller, query),
    settings: () => settings.all(),
    async saveSetting({ params, body }, context) {
      const saved = await settings.save(context.caller, params.algorithm, body)
      await context.audit('finding.setting', params.algorithm, { ...body })
      return saved
    },
    zones: ({ query }, { caller }) => settings.zones(caller, query.cameraId),
    async addZone({ body }, context) {
      const zone = await settings.addZone(context.caller, body)
      await context.audit('finding.zone.add', zone.id, { cameraId: zone.cameraId })
      return zone
    },
    async changeZone({ params, body }, context) {
      const zone = await settings.changeZone(context.caller, params.zoneId, body)
      await context.audit('finding.zone.change', zone.id)
      return zone
    },
    async removeZone({ params }, context) {
      await settings.removeZone(context.caller, params.zoneId)
      await context.audit('finding.zone.remove', params.zoneId)
      return null
    },
    async setReference({ body }, context) {
      await settings.setReference(context.caller, body.pictureId)
      await context.audit('finding.reference', body.pictureId)
      return null
    },
    async check({ body }, { caller }) {
      const ids = await visiblePictures(caller, body.pictureIds)
      await checker.checkThese(ids)
      return findings.ofPictures(caller, ids)
    },
    detail: ({ params }, { caller }) => findings.detail(caller, params.findingId),
    confirm: decide('confirm'),
    dismiss: decide('dismiss'),
    undo: decide('undo'),
    async raise({ params, body }, context) {
      const finding = await findings.raise(context.caller, params.findingId, body)
      await context.audit('finding.raise', params.findingId, { problemId: finding.problemId })
      return finding
    },
  })
}
