import type { Camera, LiveSession, Picture, ShopDetail } from '@aisle/contract'
import { inspector, jingan } from '../test/fixtures.ts'

export const gateCamera: Camera = {
  id: '101',
  shopId: jingan.shopid,
  shopname: jingan.shopname,
  shopnameEn: jingan.shopnameEn,
  number: '01',
  name: '正门入口',
  nameEn: 'Main entrance',
  group: 'entrance',
  floorId: null,
  status: 'online',
  lastOnlineAt: '2026-11-20T02:24:00Z',
  capabilities: {
    ptz: true,
    zoom: true,
    movements: ['up', 'down', 'left', 'right', 'zoomIn', 'zoomOut'],
    presets: true,
    playback: true,
    capture: true,
    talk: false,
    speeds: [1],
    seek: true,
    certain: true,
  },
  posterUrl: null,
  provider: 'ezviz',
  ys: 0,
}
export const tillCamera: Camera = {
  ...gateCamera,
  id: '103',
  number: '03',
  name: '收银台',
  nameEn: 'Checkout',
  group: 'checkout',
}
export const dockCamera: Camera = {
  ...gateCamera,
  id: '112',
  number: '12',
  name: '卸货口',
  nameEn: 'Loading dock',
  group: 'back',
  status: 'offline',
  capabilities: { ...gateCamera.capabilities, ptz: false, zoom: false, movements: [], presets: false },
}

/** Taken by hand at the gate. */
export const gatePicture: Picture = {
  id: 'f1',
  fileType: 1,
  fileTypeName: '图片',
  fileAddr: '/api/pictures/f1/content',
  thumbnailUrl: '/api/pictures/f1/thumbnail',
  fileTime: '2026-11-20 10:24:36',
  takenAt: '2026-11-20T02:24:36Z',
  shopId: jingan.shopid,
  shopname: jingan.shopname,
  videoNo: 'D1',
  channelNo: '1',
  cameraId: '101',
  cameraName: '正门入口',
  cameraNameEn: '',
  presetId: null,
  areaname: '',
  delFlag: 0,
  screenshotType: 1,
  userId: inspector.id,
  userName: inspector.realName,
  width: 1280,
  height: 720,
  sizeBytes: 100_000,
}

export const jinganDetail: ShopDetail = {
  ...jingan,
  address: '南京西路 1618 号',
  areaM2: 1200,
  openTime: '10:00',
  closeTime: '22:00',
  timeZone: 'Asia/Shanghai',
  manager: '',
  phone: '',
  score: null,
  floors: [],
  entrances: [],
  zones: [],
  brand: null,
}

/** Something that jsdom can show: a picture that is asked for again and again. */
export const stillSession: LiveSession = {
  sessionId: 's1',
  expiresAt: null,
  candidates: [{ kind: 'jpeg', url: 'http://media.example/101.jpg', quality: 'smooth' }],
  canReadFrame: false,
  control: 'player',
}
