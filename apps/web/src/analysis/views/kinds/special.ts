import type { AnalysisMember } from '@aisle/contract'
import type { ComponentType } from 'react'
import type { Dictionary } from '../../../lib/figures/use-question.ts'
import type { Asking } from '../ask.ts'
import { later } from '../special/later.ts'
import type { View, ViewPanel } from '../view.ts'
import type { SpecialName } from './names.ts'

/** What a panel that is a piece of its own gets; it draws its whole card, `className` being its place on the page. */
export type Special = {
  view: View
  panel: ViewPanel
  /** Undefined while the area of the address is not known yet. */
  asking: Asking | undefined
  dictionary: Dictionary
  className: string
  /** Columns, of twelve, that it has there. */
  width?: number
  onPick(dimension: string, member: AnalysisMember): void
  /** Where a group leads, where pieces have links. */
  hrefOf?(dimension: string, member: AnalysisMember): string | undefined
}

/** How they are drawn; each comes with the page that has it. */
export const special: Readonly<Record<SpecialName, ComponentType<Special>>> &
  Readonly<Record<string, ComponentType<Special> | undefined>> = {
  'x_2TotalDataView p7': later(() => import('../special/attention/attention.tsx'), 'Attention'),
  'x_2FlowWarning p2': later(() => import('../special/warnings/warning-list.tsx'), 'WarningList'),
  'x_2FlowWarning p3': later(() => import('../special/warnings/rules.tsx'), 'Rules'),
  'x_2FlowWarning p6': later(() => import('../special/warnings/curve.tsx'), 'WarningCurve'),
  'FloorSpe p1': later(() => import('../special/warnings/watch-list.tsx'), 'WatchList'),
  'FloorSpe p2': later(() => import('../special/warnings/watched-figures.tsx'), 'WatchedFigures'),
  'FloorSpe p3': later(() => import('../special/warnings/watch-form.tsx'), 'WatchForm'),
  'FloorSpe p4': later(() => import('../special/warnings/deviations.tsx'), 'Deviations'),
  'EntranceSpe p1': later(() => import('../special/warnings/watch-list.tsx'), 'WatchList'),
  'EntranceSpe p2': later(() => import('../special/warnings/watched-figures.tsx'), 'WatchedFigures'),
  'EntranceSpe p3': later(() => import('../special/warnings/watch-form.tsx'), 'WatchForm'),
  'EntranceSpe p4': later(() => import('../special/warnings/deviations.tsx'), 'Deviations'),
  'AreasSpe p1': later(() => import('../special/warnings/watch-list.tsx'), 'WatchList'),
  'AreasSpe p2': later(() => import('../special/warnings/watched-figures.tsx'), 'WatchedFigures'),
  'AreasSpe p3': later(() => import('../special/warnings/changes.tsx'), 'ChangeForm'),
  'AreasSpe p4': later(() => import('../special/warnings/changes.tsx'), 'BeforeAndAfter'),
  'AbnormalSearch p2': later(() => import('../special/warnings/doubt-list.tsx'), 'DoubtList'),
  'AbnormalSearch p3': later(() => import('../special/warnings/doubt-curve.tsx'), 'DoubtCurve'),
  'AbnormalSearch p5': later(() => import('../special/warnings/doubt-decision.tsx'), 'DoubtDecision'),
  'shopIndex p1': later(() => import('../special/shop/shop-file.tsx'), 'ShopFile'),
  'shopIndex p3': later(() => import('../special/peers/peers-radar.tsx'), 'PeersRadar'),
  'analyze p3': later(() => import('../special/peers/peers-radar.tsx'), 'PeersRadar'),
  'shop_analysis_x p3': later(() => import('../special/peers/peers-radar.tsx'), 'PeersRadar'),
  'AnalyzeFlowViewcrkjz p2': later(
    () => import('../special/concentration/panels.tsx'),
    'ConcentrationFigures',
  ),
  'AnalyzeFlowViewcrkjz p5': later(
    () => import('../special/concentration/panels.tsx'),
    'ConcentrationCourse',
  ),
  'AnalyzeFlowViewgcjz p2': later(
    () => import('../special/concentration/panels.tsx'),
    'ConcentrationFigures',
  ),
  'x_2WeekdayWeekend p3': later(() => import('../special/calendar/weekend-factor.tsx'), 'WeekendFactor'),
  'x_2HolidayDetailFlow p1': later(() => import('../special/calendar/holiday-course.tsx'), 'HolidayCourse'),
  'x_2WeekWeekendStatics p1': later(() => import('../special/calendar/week-table.tsx'), 'WeekTable'),
  'AnalyzeFlowViewTimeSharing p1': later(() => import('../special/calendar/average-day.tsx'), 'AverageDay'),
  'shopIndex p5': later(() => import('../special/shop/open-matters.tsx'), 'OpenMatters'),
  'shopIndex p6': later(() => import('../special/shop/thumbnails.tsx'), 'Thumbnails'),
  'x_2RealTimeView p6': later(() => import('../special/now/ticker.tsx'), 'Ticker'),
  'passengFlowReal p1': later(() => import('../special/now/feed.tsx'), 'Feed'),
  'passengFlowReal p4': later(() => import('../special/now/just-now.tsx'), 'JustNow'),
  'passengFlowReal p5': later(() => import('../special/now/tellers.tsx'), 'Tellers'),
  'x_2RealTimeView p5': later(() => import('../special/now/tellers.tsx'), 'Tellers'),
  'driveScreen p6': later(() => import('../special/waiting-matters.tsx'), 'WaitingMatters'),
  'passengFlowReal p2': later(() => import('../special/shop/thumbnails.tsx'), 'DoorPictures'),
  'mapMode p4': later(() => import('../special/shop/chosen-shop.tsx'), 'ChosenShop'),
  'byGeography p1': later(() => import('../special/geography/organisation.tsx'), 'Organisation'),
  'recentVisit p1': later(() => import('../special/recent/opened.tsx'), 'Opened'),
  'recentVisit p2': later(() => import('../special/recent/seen-shops.tsx'), 'SeenShops'),
  'x_2TimeInterval p5': later(() => import('../special/intervals/define.tsx'), 'DefineIntervals'),
  'AnalyzeFlowzhs p6': later(() => import('../special/reading/reading.tsx'), 'Reading'),
  'x_2MultCompare p1': later(() => import('../special/compare/side-by-side.tsx'), 'SideBySide'),
  'x_2QuadrantFlow p1': later(() => import('../special/reading/quadrant-map.tsx'), 'QuadrantMap'),
  'x_2QuadrantFlow p2': later(() => import('../special/reading/quadrant-list.tsx'), 'QuadrantList'),
  'x_2QuadrantFlow p3': later(() => import('../special/reading/advice.tsx'), 'QuadrantShare'),
  'x_2QuadrantFlow p4': later(() => import('../special/reading/advice.tsx'), 'QuadrantAdvice'),
  'customerGroupAnalysis p3': later(() => import('../special/segments.tsx'), 'SegmentCards'),
  'MallCustomersContrast p4': later(() => import('../special/contrast/band-contrast.tsx'), 'BandContrast'),
  'BackStore p2': later(() => import('../special/cohorts/cohorts.tsx'), 'Cohorts'),
  'wifiAnalysis p5': later(() => import('../special/wifi/unknown.tsx'), 'UnknownToProbes'),
  'wifiAnalysis p6': later(() => import('../special/wifi/unknown.tsx'), 'UnknownToProbes'),
  'salesAnalysis p6': later(() => import('../special/reading/sales-change.tsx'), 'SalesChange'),
  'meetingScreen p3': later(() => import('../special/screens/movers.tsx'), 'Movers'),
  'meetingScreen p5': later(() => import('../special/screens/open-items.tsx'), 'OpenItems'),
  'costcoFull p1': later(() => import('../special/screens/inside.tsx'), 'Inside'),
  'costcoFull p2': later(() => import('../special/screens/inside-trend.tsx'), 'InsideTrend'),
  'costcoFull p7': later(() => import('../special/screens/crowding.tsx'), 'Crowding'),
  'hotMapXTL p1': later(() => import('../special/player/heat-player.tsx'), 'HeatPlayer'),
  'hotMapXTL p2': later(() => import('../special/player/time-bar.tsx'), 'TimeBar'),
  'hotMapXTL p4': later(() => import('../special/player/hottest.tsx'), 'HottestNow'),
  'activityAnalysis p1': later(() => import('../special/activities/list.tsx'), 'ActivityList'),
  'activityAnalysis p2': later(() => import('../special/activities/course.tsx'), 'Course'),
  'activityAnalysis p3': later(() => import('../special/activities/gains.tsx'), 'Gains'),
  'activityAnalysis p4': later(() => import('../special/activities/panels.tsx'), 'DuringActivity'),
  'activityAnalysis p5': later(() => import('../special/activities/panels.tsx'), 'DuringActivity'),
  'activityAnalysis p6': later(() => import('../special/activities/panels.tsx'), 'AllActivities'),
  'x_2ImpactFactor p3': later(() => import('../special/factors/map.tsx'), 'EffectMap'),
  'impactFactorAnalysis p5': later(() => import('../special/factors/day-table.tsx'), 'DayTable'),
  'x_2ImpactFactor p4': later(() => import('../special/factors/gain-and-loss.tsx'), 'GainAndLoss'),
  'custom_area_x p1': later(() => import('../special/areas/area-plan.tsx'), 'AreaPlan'),
  'custom_area_x p2': later(() => import('../special/areas/area-list.tsx'), 'AreaList'),
  'custom_area_x p3': later(() => import('../special/areas/area-reading.tsx'), 'AreaReading'),
  'custom_area_x p4': later(() => import('../special/areas/area-reading.tsx'), 'AreaReading'),
  'custom_area_x p5': later(() => import('../special/areas/area-reading.tsx'), 'AreaReading'),
  'snapshotList p1': later(() => import('../special/persons/gallery.tsx'), 'PersonGallery'),
  'snapshotDetail p1': later(() => import('../special/persons/person-file.tsx'), 'PersonFile'),
  'snapshotDetail p2': later(() => import('../special/persons/visits.tsx'), 'VisitTimeline'),
  'retentionTimeAnalysis p1': later(() => import('../special/persons/stayers.tsx'), 'StayList'),
  'retentionTimeAnalysis p4': later(() => import('../special/persons/stayers.tsx'), 'StayVisits'),
  'faceForOldDevice p1': later(() => import('../special/persons/captures.tsx'), 'CaptureGallery'),
  'UserTest p1': later(() => import('../special/persons/checker.tsx'), 'Checker'),
  'UserTest p4': later(() => import('../special/persons/confusion.tsx'), 'AgeConfusion'),
  'snapshotDetail p3': later(() => import('../special/persons/replay.tsx'), 'LatestPath'),
  'userRoute p1': later(() => import('../special/persons/path-map.tsx'), 'PathMap'),
  'user_track_x p1': later(() => import('../special/persons/ways.tsx'), 'TrackedVisits'),
  'user_track_x p2': later(() => import('../special/persons/replay.tsx'), 'TrackReplay'),
  'user_track_x p3': later(() => import('../special/persons/ways.tsx'), 'StopByStop'),
  'user_track_x p4': later(() => import('../special/persons/ways.tsx'), 'WayCaptures'),
  'x_2BusinessDaily p4': later(() => import('../special/daily/day-matters.tsx'), 'DayMatters'),
  'x_2BusinessDaily p5': later(() => import('../special/daily/weather.tsx'), 'WeatherAndRemark'),
}
