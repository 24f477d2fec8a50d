export * from './activities.ts'
export * from './algorithms.ts'
export * from './analysis.ts'
export * from './areas.ts'
export * from './articles.ts'
export * from './auth.ts'
export * from './authorities.ts'
export * from './bookmarks.ts'
export * from './camera-words.ts'
export * from './cameras.ts'
export * from './check-items.ts'
export * from './check-shop.ts'
export * from './daily-remarks.ts'
export * from './devices.ts'
export * from './endpoint.ts'
export * from './export-jobs.ts'
export * from './export-schedules.ts'
export * from './export-templates.ts'
export * from './exports.ts'
export * from './findings.ts'
export * from './floor-plans.ts'
export * from './gallery.ts'
export * from './imports.ts'
export * from './ingest.ts'
export * from './ingest-links.ts'
export * from './ingest-rows.ts'
export * from './inspection-figures.ts'
export * from './monitor.ts'
export * from './notices.ts'
export * from './patrol.ts'
export * from './persons.ts'
export * from './plans.ts'
export * from './platform-cameras.ts'
export * from './plaza.ts'
export * from './problems.ts'
export * from './problems-domain.ts'
export * from './quality.ts'
export * from './rotations.ts'
export * from './score-drafts.ts'
export * from './score-records.ts'
export * from './scoring.ts'
export * from './shared.ts'
export * from './shops.ts'
export * from './snapshots.ts'
export * from './statistics.ts'
export * from './stream.ts'
export * from './system.ts'
export * from './view-settings.ts'
export * from './warnings.ts'

import { activityCalls } from './activities.ts'
import { analysisCalls } from './analysis.ts'
import { areas } from './areas.ts'
import { articleCalls } from './articles.ts'
import { auth } from './auth.ts'
import { bookmarks } from './bookmarks.ts'
import { cameras } from './cameras.ts'
import { checkItems } from './check-items.ts'
import { checkShopCalls } from './check-shop.ts'
import { dailyRemarkCalls } from './daily-remarks.ts'
import { devices } from './devices.ts'
import { exportJobCalls } from './export-jobs.ts'
import { exportScheduleCalls } from './export-schedules.ts'
import { exportTemplateCalls } from './export-templates.ts'
import { exportCalls } from './exports.ts'
import { findingCalls } from './findings.ts'
import { customAreaCalls, floorPlanCalls } from './floor-plans.ts'
import { gallery } from './gallery.ts'
import { importCalls } from './imports.ts'
import { ingestCalls, ingestSourceCalls, quarantineCalls, sensorCalls } from './ingest.ts'
import { ingestLinkCalls } from './ingest-links.ts'
import { inspectionFigures } from './inspection-figures.ts'
import { monitor, settings, walls } from './monitor.ts'
import { noticeCalls } from './notices.ts'
import { patrol } from './patrol.ts'
import { personCalls } from './persons.ts'
import { planCalls, plans } from './plans.ts'
import { platformCameraCalls } from './platform-cameras.ts'
import { plazaCalls } from './plaza.ts'
import { problemCalls } from './problems-domain.ts'
import { qualityCalls } from './quality.ts'
import { rotationCalls } from './rotations.ts'
import { scoreDrafts } from './score-drafts.ts'
import { dailyRecords, evaluations, inspections, scoring } from './scoring.ts'
import { shops } from './shops.ts'
import { snapshots } from './snapshots.ts'
import { statistics } from './statistics.ts'
import { pictures, system } from './system.ts'
import { businessCalls, businessViewCalls, glossaryCalls, totalViewCalls } from './view-settings.ts'
import { warningCalls } from './warnings.ts'

/** Every call of the product, by domain: the server mounts these, the web calls them, OpenAPI lists them. */
export const contract = {
  system,
  analysis: analysisCalls,
  activities: activityCalls,
  dailyRemarks: dailyRemarkCalls,
  articles: articleCalls,
  plaza: plazaCalls,
  auth,
  areas,
  shops,
  cameras,
  platformCameras: platformCameraCalls,
  devices,
  checkShop: checkShopCalls,
  monitor,
  pictures,
  gallery,
  scoring,
  statistics,
  inspectionFigures,
  checkItems,
  evaluations,
  inspections,
  dailyRecords,
  scoreDrafts,
  problems: problemCalls,
  notices: noticeCalls,
  planCalls,
  plans,
  snapshots,
  patrol,
  settings,
  walls,
  bookmarks,
  exports: exportCalls,
  exportJobs: exportJobCalls,
  exportSchedules: exportScheduleCalls,
  exportTemplates: exportTemplateCalls,
  findings: findingCalls,
  ingestSources: ingestSourceCalls,
  ingestLinks: ingestLinkCalls,
  ingest: ingestCalls,
  sensors: sensorCalls,
  quarantine: quarantineCalls,
  imports: importCalls,
  quality: qualityCalls,
  warnings: warningCalls,
  rotations: rotationCalls,
  totalView: totalViewCalls,
  businessView: businessViewCalls,
  glossary: glossaryCalls,
  business: businessCalls,
  floorPlans: floorPlanCalls,
  customAreas: customAreaCalls,
  persons: personCalls,
}
