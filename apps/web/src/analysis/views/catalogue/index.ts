import type { View } from '../view.ts'
import { customersIntoTheShop } from './customers-into-the-shop.ts'
import { customersNewOldReturning } from './customers-new-old-returning.ts'
import { customersSnapshots } from './customers-snapshots.ts'
import { customersStayAndTour } from './customers-stay-and-tour.ts'
import { customersWhoTheyAre } from './customers-who-they-are.ts'
import { flowCalendar } from './flow-calendar.ts'
import { flowCompareAndDiagnose } from './flow-compare-and-diagnose.ts'
import { flowConversion } from './flow-conversion.ts'
import { flowEntrances } from './flow-entrances.ts'
import { flowFloorsAndZones } from './flow-floors-and-zones.ts'
import { flowStatistics } from './flow-statistics.ts'
import { flowStoresAndFormats } from './flow-stores-and-formats.ts'
import { overviewCockpit } from './overview-cockpit.ts'
import { overviewDataOverview } from './overview-data-overview.ts'
import { overviewRealTime } from './overview-real-time.ts'
import { overviewWaysIn } from './overview-ways-in.ts'
import { reportDaily } from './report-daily.ts'
import { reportScreens } from './report-screens.ts'
import { salesActivities } from './sales-activities.ts'
import { salesClerks } from './sales-clerks.ts'
import { salesGoods } from './sales-goods.ts'
import { salesSales } from './sales-sales.ts'
import { spaceHeat } from './space-heat.ts'
import { spaceMap } from './space-map.ts'
import { spaceRoutes } from './space-routes.ts'
import { spaceWifiProbe } from './space-wifi-probe.ts'

/** Every page of figures, as data. */
export const views: readonly View[] = [
  ...overviewDataOverview,
  ...overviewRealTime,
  ...overviewCockpit,
  ...overviewWaysIn,
  ...flowStatistics,
  ...flowEntrances,
  ...flowFloorsAndZones,
  ...flowStoresAndFormats,
  ...flowConversion,
  ...flowCalendar,
  ...flowCompareAndDiagnose,
  ...customersWhoTheyAre,
  ...customersNewOldReturning,
  ...customersIntoTheShop,
  ...customersStayAndTour,
  ...customersSnapshots,
  ...spaceHeat,
  ...spaceRoutes,
  ...spaceMap,
  ...spaceWifiProbe,
  ...salesSales,
  ...salesGoods,
  ...salesClerks,
  ...salesActivities,
  ...reportDaily,
  ...reportScreens,
]
