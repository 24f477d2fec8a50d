/** The pages of this room, for the router. */
export { FullScreenPage } from './full-screen/full-screen-page.tsx'
export { MonitorPage } from './monitor/monitor-page.tsx'
export { PlaybackPage } from './playback/playback-page.tsx'
export { WallPage } from './wall/wall-page.tsx'
