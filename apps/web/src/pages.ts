import {
  AlarmClock,
  Aperture,
  Bell,
  ChartColumn,
  ChartLine,
  ClipboardList,
  Footprints,
  Gauge,
  History,
  House,
  Images,
  LayoutDashboard,
  LayoutGrid,
  ListChecks,
  ListFilter,
  ListTree,
  MonitorPlay,
  NotebookText,
  PanelsTopLeft,
  PlugZap,
  Presentation,
  Radar,
  RefreshCw,
  ScanEye,
  ScrollText,
  ShieldCheck,
  SlidersHorizontal,
  SquareKanban,
  Star,
  Store,
  Table2,
} from 'lucide-react'
import { lazy } from 'react'
import { views } from './analysis/views/catalogue/index.ts'
import { isServed } from './analysis/views/kinds/names.ts'
import { pageOf } from './analysis/views/pages.ts'
import { loadPage } from './shell/load-page.ts'
import type { Page, Registry } from './shell/registry.ts'

const HomePage = loadPage(() => import('./inspection/home/home-page.tsx'), 'HomePage')
const SecondHomePage = loadPage(() => import('./inspection/home/second-home-page.tsx'), 'SecondHomePage')
const ThirdHomePage = loadPage(() => import('./inspection/home/third-home-page.tsx'), 'ThirdHomePage')

const ShopListPage = loadPage(() => import('./shops/shop-list-page.tsx'), 'ShopListPage')
const FavouritesPage = loadPage(() => import('./shops/favourites-page.tsx'), 'FavouritesPage')
const MonitorPage = loadPage(() => import('./inspection/monitor/monitor-page.tsx'), 'MonitorPage')
const ChecklistPage = loadPage(() => import('./inspection/checklist/checklist-page.tsx'), 'ChecklistPage')
const SecondPlatformPage = loadPage(
  () => import('./inspection/platform/platform-page.tsx'),
  'SecondPlatformPage',
)
const ThirdPlatformPage = loadPage(
  () => import('./inspection/platform/platform-page.tsx'),
  'ThirdPlatformPage',
)
const MonitorDataPage = loadPage(
  () => import('./inspection/monitor-data/monitor-data-page.tsx'),
  'MonitorDataPage',
)
const WallPage = loadPage(() => import('./inspection/wall/wall-page.tsx'), 'WallPage')
const PlaybackPage = loadPage(() => import('./inspection/playback/playback-page.tsx'), 'PlaybackPage')
const FullScreenPage = loadPage(
  () => import('./inspection/full-screen/full-screen-page.tsx'),
  'FullScreenPage',
)

const AiVideoPage = loadPage(() => import('./inspection/ai/video-page.tsx'), 'AiVideoPage')
const AiReportPage = loadPage(() => import('./inspection/ai/report-page.tsx'), 'AiReportPage')
const AiLogPage = loadPage(() => import('./inspection/ai/log-page.tsx'), 'AiLogPage')

const CameraCard = lazy(async () => ({
  default: (await import('./inspection/home/shop-videos.tsx')).VideoCard,
}))
const NoticeBell = loadPage(() => import('./notices/notice-bell.tsx'), 'NoticeBell')
const NoticePage = loadPage(() => import('./notices/notice-page.tsx'), 'NoticePage')

const LoopSettingsPage = loadPage(
  () => import('./inspection/rotation/loop-settings-page.tsx'),
  'LoopSettingsPage',
)
const TotalViewPage = loadPage(
  () => import('./inspection/view-settings/total-view-page.tsx'),
  'TotalViewPage',
)
const BusinessViewPage = loadPage(
  () => import('./inspection/view-settings/business-view-page.tsx'),
  'BusinessViewPage',
)
const AreaPickerPage = loadPage(() => import('./shell/area-picker/area-picker-page.tsx'), 'AreaPickerPage')

const OverviewPage = loadPage(() => import('./inspection/records/overview-page.tsx'), 'OverviewPage')
const RecordsPage = loadPage(() => import('./inspection/records/records-page.tsx'), 'RecordsPage')

const ProblemsPage = loadPage(() => import('./inspection/problems/problems-page.tsx'), 'ProblemsPage')

const PatrolLogPage = loadPage(() => import('./inspection/patrol/log-page.tsx'), 'PatrolLogPage')
const FormsPage = loadPage(() => import('./check-forms/forms-page.tsx'), 'FormsPage')

const RemotePatrolPage = loadPage(() => import('./inspection/patrol/patrol-page.tsx'), 'RemotePatrolPage')

const DeskPage = loadPage(() => import('./inspection/desk/desk-page.tsx'), 'DeskPage')

const SnapGalleryPage = loadPage(() => import('./inspection/snaps/gallery-page.tsx'), 'SnapGalleryPage')
const SnapDetailPage = loadPage(() => import('./inspection/snaps/detail-page.tsx'), 'SnapDetailPage')

const SnapPatrolPage = loadPage(
  () => import('./inspection/snaps/patrol/snap-patrol-page.tsx'),
  'SnapPatrolPage',
)
const QualityPage = loadPage(() => import('./quality/quality-page.tsx'), 'QualityPage')
const SourcesPage = loadPage(() => import('./sources/sources-page.tsx'), 'SourcesPage')
const ImportsPage = loadPage(() => import('./sources/imports-page.tsx'), 'ImportsPage')
const SnapPlansPage = loadPage(() => import('./inspection/plans/plans-page.tsx'), 'SnapPlansPage')

const QueryPage = loadPage(() => import('./analysis/query/query-page.tsx'), 'QueryPage')

const pages: readonly Page[] = [
  {
    id: 'snapPatrol',
    path: '/x_2_MonitorSnap/x_2_MonitorSnap',
    title: { zh: '抓拍巡店', en: 'Snapshot patrol' },
    authority: ['inspect.operate', 'inspect.score'],
    group: 'inspection',
    section: 'pictures',
    icon: Aperture,
    theme: 'light',
    menu: 'list',
    component: SnapPatrolPage,
  },
  {
    id: 'snapPlans',
    path: '/x_2_SnapPlan/x_2_SnapPlanList',
    title: { zh: '抓图计划', en: 'Snapshot plans' },
    authority: ['inspect.plan'],
    group: 'inspection',
    section: 'pictures',
    icon: AlarmClock,
    theme: 'light',
    menu: 'list',
    component: SnapPlansPage,
  },
  {
    id: 'snapGallery',
    path: '/x_2_SnapPlan/x_2_SnapPicList',
    title: { zh: '抓图图库', en: 'Snapshot gallery' },
    authority: ['inspect.view', 'inspect.plan'],
    group: 'inspection',
    section: 'pictures',
    icon: Images,
    theme: 'light',
    menu: 'list',
    component: SnapGalleryPage,
  },
  {
    id: 'snapDetail',
    path: '/x_2_SnapPlan/x_2_SnapPicDetail',
    title: { zh: '抓图详情', en: 'Snapshot detail' },
    authority: ['inspect.view', 'inspect.score'],
    group: 'inspection',
    theme: 'light',
    menu: 'none',
    component: SnapDetailPage,
  },
  {
    id: 'home',
    path: '/homePage/homeIndex',
    title: { zh: '巡店首页', en: 'Shop inspection home' },
    authority: ['inspect.view'],
    group: 'inspection',
    icon: House,
    theme: 'light',
    menu: 'list',
    component: HomePage,
  },
  {
    id: 'homeSecond',
    path: '/homePage/homeIndexWholeally',
    aliasPaths: ['/homeIndexWholeally'],
    title: { zh: '视频优先首页(二类平台)', en: 'Video-first home (provider two)' },
    authority: ['inspect.view'],
    group: 'inspection',
    icon: House,
    theme: 'light',
    menu: 'tab',
    variantOf: 'home',
    component: SecondHomePage,
  },
  {
    id: 'homeThird',
    path: '/huaweiiCloud/homeIndex/homeIndexHuaWeiiCloud',
    title: { zh: '云录像首页(三类平台)', en: 'Cloud-recording home (provider three)' },
    authority: ['inspect.view'],
    group: 'inspection',
    icon: House,
    theme: 'light',
    menu: 'tab',
    variantOf: 'home',
    component: ThirdHomePage,
  },
  {
    id: 'inspectionOverview',
    path: '/x_2ShopInspection/x_2ShopInspection',
    title: { zh: '巡店总览', en: 'Inspection overview' },
    authority: ['inspect.view'],
    group: 'inspection',
    icon: Gauge,
    theme: 'light',
    menu: 'list',
    component: OverviewPage,
  },
  {
    id: 'shops',
    path: '/inspection/shops',
    title: { zh: '门店列表', en: 'Shops' },
    authority: ['inspect.view'],
    group: 'inspection',
    icon: Store,
    theme: 'light',
    menu: 'list',
    component: ShopListPage,
  },
  {
    id: 'favourites',
    path: '/inspection/favourites',
    title: { zh: '收藏门店', en: 'Favourite shops' },
    authority: ['inspect.view', 'flow.view'],
    group: 'inspection',
    icon: Star,
    theme: 'light',
    menu: 'list',
    component: FavouritesPage,
  },
  {
    id: 'records',
    path: '/inspection/records',
    title: { zh: '巡店记录', en: 'Inspection records' },
    authority: ['inspect.view'],
    group: 'inspection',
    icon: ListChecks,
    theme: 'light',
    menu: 'list',
    component: RecordsPage,
  },
  {
    id: 'checkForms',
    path: '/inspection/forms',
    title: { zh: '检查表', en: 'Check forms' },
    authority: ['shop.manage'],
    group: 'inspection',
    section: 'settings',
    icon: ListTree,
    theme: 'light',
    menu: 'list',
    component: FormsPage,
  },
  {
    id: 'monitor',
    path: '/monitorPage',
    title: { zh: '单店监控', en: 'Single-shop monitoring' },
    authority: ['inspect.operate', 'inspect.view'],
    group: 'monitor',
    icon: MonitorPlay,
    theme: 'dark',
    needsShop: true,
    menu: 'list',
    component: MonitorPage,
  },
  {
    id: 'checklist',
    path: '/MonitorPageLN',
    title: { zh: '清单式巡检监控', en: 'Checklist-led monitoring' },
    authority: ['inspect.operate', 'inspect.score'],
    group: 'monitor',
    icon: MonitorPlay,
    theme: 'dark',
    needsShop: true,
    menu: 'tab',
    variantOf: 'monitor',
    component: ChecklistPage,
  },
  {
    id: 'monitorData',
    path: '/x_2ShopInspection/x_2MonitorPage',
    title: { zh: '数据伴随监控', en: 'Monitoring with data beside the picture' },
    authority: ['inspect.operate', 'inspect.view'],
    group: 'monitor',
    icon: MonitorPlay,
    theme: 'dark',
    needsShop: true,
    menu: 'tab',
    variantOf: 'monitor',
    component: MonitorDataPage,
  },
  {
    id: 'monitorSecond',
    path: '/monitorPageWholeally',
    title: { zh: '监控(二类平台)', en: 'Monitoring (provider two)' },
    authority: ['inspect.operate', 'inspect.view'],
    group: 'monitor',
    icon: MonitorPlay,
    theme: 'dark',
    needsShop: true,
    menu: 'tab',
    variantOf: 'monitor',
    component: SecondPlatformPage,
  },
  {
    id: 'monitorThird',
    path: '/huaweiiCloud/monitorPage/monitorPageHuaWeiiCloud',
    title: { zh: '监控(三类云平台)', en: 'Monitoring (cloud provider three)' },
    authority: ['inspect.operate', 'inspect.view'],
    group: 'monitor',
    icon: MonitorPlay,
    theme: 'dark',
    needsShop: true,
    menu: 'tab',
    variantOf: 'monitor',
    component: ThirdPlatformPage,
  },
  {
    id: 'wall',
    path: '/inspection/wall',
    title: { zh: '多店视频墙', en: 'Multi-shop wall' },
    authority: ['inspect.view'],
    group: 'monitor',
    icon: LayoutGrid,
    theme: 'dark',
    menu: 'list',
    component: WallPage,
  },
  {
    id: 'playback',
    path: '/inspection/playback',
    title: { zh: '录像回放', en: 'Playback' },
    authority: ['inspect.playback'],
    group: 'monitor',
    icon: History,
    theme: 'dark',
    needsShop: true,
    menu: 'list',
    component: PlaybackPage,
  },
  {
    id: 'fullScreen',
    path: '/inspection/fullScreen',
    title: { zh: '全屏观看', en: 'Full-screen viewing' },
    authority: ['inspect.view'],
    group: 'monitor',
    theme: 'dark',
    frame: 'window',
    menu: 'none',
    component: FullScreenPage,
  },
  {
    id: 'problems',
    path: '/homePage/homeProblems',
    aliasPaths: ['/homeProblems'],
    title: { zh: '问题整改', en: 'Problem rectification' },
    authority: ['problem.view', 'problem.handle'],
    group: 'inspection',
    section: 'problems',
    icon: SquareKanban,
    theme: 'light',
    menu: 'list',
    component: ProblemsPage,
  },
  {
    id: 'patrolLog',
    path: '/patrolManage/patrolLog',
    title: { zh: '巡店日志', en: 'Patrol log' },
    authority: ['inspect.view', 'problem.view'],
    group: 'inspection',
    section: 'problems',
    icon: NotebookText,
    theme: 'light',
    menu: 'list',
    component: PatrolLogPage,
  },
  {
    id: 'patrolRealTime',
    path: '/patrolManage/patrolRealTime',
    title: { zh: '远程巡店', en: 'Remote patrol' },
    authority: ['inspect.operate', 'inspect.view'],
    group: 'monitor',
    icon: Footprints,
    theme: 'dark',
    menu: 'list',
    component: RemotePatrolPage,
  },
  {
    id: 'areaDesk',
    path: '/x_2_Monitor/x_2_Monitor',
    title: { zh: '区域监控台', en: 'Area monitoring desk' },
    authority: ['inspect.operate', 'inspect.view'],
    group: 'monitor',
    icon: Radar,
    theme: 'dark',
    menu: 'tab',
    variantOf: 'wall',
    component: DeskPage,
  },
  {
    id: 'aiVideo',
    path: '/aiShop/video',
    title: { zh: 'AI 巡店·视频', en: 'AI shop: video' },
    authority: ['ai.view'],
    group: 'inspection',
    section: 'ai',
    icon: ScanEye,
    theme: 'light',
    menu: 'list',
    component: AiVideoPage,
  },
  {
    id: 'aiReport',
    path: '/aiShop/report',
    title: { zh: 'AI 巡店·分析报告', en: 'AI shop: analysis report' },
    authority: ['ai.view'],
    group: 'inspection',
    section: 'ai',
    icon: ChartColumn,
    theme: 'light',
    menu: 'list',
    component: AiReportPage,
  },
  {
    id: 'aiLog',
    path: '/aiShop/log',
    title: { zh: 'AI 巡店·日志', en: 'AI shop: log' },
    authority: ['ai.view'],
    group: 'inspection',
    section: 'ai',
    icon: ScrollText,
    theme: 'light',
    menu: 'list',
    component: AiLogPage,
  },
  {
    id: 'notice',
    path: '/notice',
    title: { zh: '通知', en: 'Notices' },
    authority: ['notice.view', 'notice.handle'],
    group: 'ticket',
    icon: Bell,
    theme: 'light',
    menu: 'list',
    component: NoticePage,
  },
  {
    id: 'loopSettings',
    path: '/inspection/loopSettings',
    title: { zh: '轮巡设置', en: 'Rotation settings' },
    authority: ['inspect.plan', 'inspect.operate'],
    group: 'inspection',
    section: 'settings',
    icon: RefreshCw,
    theme: 'light',
    menu: 'list',
    component: LoopSettingsPage,
  },
  {
    id: 'totalViewSettings',
    path: '/inspection/totalViewSettings',
    title: { zh: '总览视图设置', en: 'Total-view settings' },
    authority: ['settings.view'],
    group: 'inspection',
    section: 'settings',
    icon: PanelsTopLeft,
    theme: 'light',
    menu: 'list',
    component: TotalViewPage,
  },
  {
    id: 'businessViewSettings',
    path: '/inspection/businessViewSettings',
    title: { zh: '业务视图设置', en: 'Business-view settings' },
    authority: ['settings.view'],
    group: 'inspection',
    section: 'settings',
    theme: 'light',
    menu: 'tab',
    variantOf: 'totalViewSettings',
    component: BusinessViewPage,
  },
  {
    id: 'quality',
    path: '/quality',
    title: { zh: '数据质量', en: 'Data quality' },
    authority: ['warning.view', 'device.view'],
    group: 'inspection',
    section: 'settings',
    icon: ShieldCheck,
    theme: 'light',
    menu: 'list',
    component: QualityPage,
  },
  {
    id: 'sources',
    path: '/settings/sources',
    title: { zh: '数据接入', en: 'Data sources' },
    authority: ['device.manage'],
    group: 'inspection',
    section: 'settings',
    icon: PlugZap,
    theme: 'light',
    menu: 'list',
    component: SourcesPage,
  },
  {
    id: 'imports',
    path: '/settings/imports',
    title: { zh: '文件导入', en: 'File import' },
    authority: ['device.manage'],
    group: 'inspection',
    section: 'settings',
    theme: 'light',
    menu: 'tab',
    variantOf: 'sources',
    component: ImportsPage,
  },
  {
    id: 'freeInquiry',
    path: '/freeInquiry',
    title: { zh: '自助查询', en: 'Custom query' },
    authority: ['query.use'],
    group: 'report',
    icon: ListFilter,
    theme: 'light',
    menu: 'list',
    component: QueryPage,
  },
  {
    id: 'areaPicker',
    path: '/inspection/areaPicker',
    title: { zh: '区域选择', en: 'Area picker' },
    authority: [],
    group: 'inspection',
    theme: 'light',
    menu: 'none',
    component: AreaPickerPage,
  },
]

/** Everything the console can show, and where `/` leads. A page stands here once it works, and is linked from then on. */
export const registry: Registry = {
  pages: [...pages, ...views.filter(isServed).map(pageOf)],
  home: 'home',
  bell: NoticeBell,
  cameraCard: CameraCard,
  groups: {
    overview: { title: { zh: '总览', en: 'Overview' }, icon: LayoutDashboard },
    inspection: { title: { zh: '巡店', en: 'Inspect' }, icon: Store },
    monitor: { title: { zh: '监控', en: 'Monitor' }, icon: MonitorPlay },
    analysis: { title: { zh: '分析', en: 'Analysis' }, icon: ChartLine },
    report: { title: { zh: '报表', en: 'Reports' }, icon: Table2 },
    screen: { title: { zh: '大屏', en: 'Screens' }, icon: Presentation },
    ticket: { title: { zh: '工单', en: 'Tickets' }, icon: ClipboardList, isBelow: true },
    manage: { title: { zh: '管理', en: 'Manage' }, icon: SlidersHorizontal, isBelow: true },
  },
}
