import type { CheckForm, CheckItem, Evaluation, Picture } from '@aisle/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { chinese, setLanguage } from '../../lib/i18n.ts'
import { startSession } from '../../lib/session.ts'
import { fakeApi, type Reply } from '../../test/fake-api.ts'
import { inspector, jingan } from '../../test/fixtures.ts'
import { anywhere, renderInConsole } from '../../test/in-console.tsx'
import { registryOf } from '../../test/registry.tsx'
import { useHotkeys } from '../../ui/hotkeys.ts'
import { gateCamera, jinganDetail, tillCamera } from '../cameras.testing.ts'
import { scoreKeys } from './score-keys.ts'
import { ScorePanel } from './score-panel.tsx'
import { useScoring } from './use-scoring.ts'

const item = (itemId: string, changes: Partial<CheckItem> = {}): CheckItem => ({
  itemId,
  kind: 'evaluation',
  itemName: `检查项 ${itemId}`,
  itemNameEn: `Item ${itemId}`,
  pitemId: '10',
  isGroup: false,
  itemScore: 5,
  scoring: 'partial',
  deductions: { minor: 1, medium: 2, severe: 4 },
  cameraGroup: null,
  presetName: '',
  itemDuration: 0,
  order: 0,
  version: 1,
  archived: false,
  remarkPhrases: [],
  standardPictureUrl: null,
  ...changes,
})
const till = item('21', { pitemId: '20', cameraGroup: 'checkout' })
const form: CheckForm = {
  kind: 'evaluation',
  name: '标准巡店表',
  nameEn: 'Standard check',
  version: 3,
  itemCount: 3,
  totalScore: 15,
  items: [
    { ...item('10', { isGroup: true, itemName: '门店形象' }), children: [item('11'), item('12')] },
    { ...item('20', { isGroup: true, itemName: '收银规范' }), children: [till] },
  ],
}
const picture = { id: 'f1', presetId: null } as Picture
const evaluation = {
  id: '77',
  shopId: jingan.shopid,
  shopname: jingan.shopname,
  shopnameEn: '',
  userId: '7',
  userName: '林晓彤',
  recordId: null,
  isHoliday: 0,
  evaluationStatus: 'saved',
  evaluationTime: '2026-11-20 10:24:00',
  statusUpdatetime: '2026-11-20 10:24:00',
  useTime: 60,
  itemId: null,
  itemName: '标准巡店表',
  itemNameEn: 'Standard shop check',
  itemScore: 5,
  itemDuration: 0,
  pitemId: null,
  pitemName: '',
  pitemNameEn: '',
  presetId: null,
  score: 100,
  earnedScore: 5,
  lostScore: 0,
  maxScore: 5,
  formName: '标准巡店表',
  formNameEn: '',
  formVersion: 3,
  itemCount: 3,
  passCount: 1,
  deductCount: 0,
  naCount: 0,
  unscoredCount: 2,
  pictureCount: 0,
  remark: '',
  revokeReason: '',
  evaluationDetails: [],
  history: [{ status: 'saved', time: '2026-11-20 10:24:00', userId: '7', userName: '林晓彤', reason: '' }],
} satisfies Evaluation

function Desk({ camera = gateCamera }: { camera?: typeof gateCamera }) {
  const takePicture = async () => picture
  const scoring = useScoring({
    shop: jinganDetail,
    camera,
    presetId: undefined,
    mayCapture: true,
    takePicture,
  })
  useHotkeys(scoreKeys(scoring))
  return scoring ? <ScorePanel scoring={scoring} unviewed={[tillCamera]} onCamera={() => {}} /> : <p>只看</p>
}

function open(replies: Record<string, Reply> = {}, camera = gateCamera) {
  const saved: { version: number; content: Record<string, unknown> }[] = []
  const submitted: unknown[] = []
  const api = fakeApi({
    'checkItems.list': () => form,
    'problems.owners': () => [{ kind: 'user', id: '4', name: '周敏', phone: '', duty: '' }],
    'scoreDrafts.get': () => null,
    'scoreDrafts.save': ({ body }) => {
      const sent = body as (typeof saved)[number]
      saved.push(sent)
      return {
        kind: 'evaluation',
        shopId: '9001',
        shopname: '',
        key: 'k1',
        version: sent.version + 1,
        content: sent.content,
        updatedAt: '2026-11-20T02:24:00Z',
      }
    },
    'scoreDrafts.submit': ({ body }) => {
      submitted.push(body)
      return { kind: 'evaluation', id: '77', evaluation, inspection: null, dailyRecord: null }
    },
    'scoring.getEvaluation': () => evaluation,
    'evaluations.list': () => ({ current: 1, size: 20, total: 1, records: [evaluation] }),
    ...replies,
  })
  renderInConsole(anywhere(<Desk camera={camera} />), registryOf([]), '/monitorPage')
  return { ...api, saved, submitted }
}
const press = (name: string) => fireEvent.keyDown(window, { key: name, code: `Key${name}` })
const current = () => document.querySelector('.score-row[data-current] .score-name')?.textContent

beforeEach(() => {
  localStorage.clear()
  setLanguage(chinese, { byUser: false })
  startSession('token', { ...inspector, authorities: ['inspect.view', 'inspect.score'] })
  window.matchMedia = vi.fn(
    () => ({ matches: true, addEventListener() {}, removeEventListener() {} }) as never,
  )
})

describe('scoring beside the picture', () => {
  it('is not there for those who may only watch', () => {
    startSession('token', { ...inspector, authorities: ['inspect.view'] })
    const { heard } = open()
    expect(screen.getByText('只看')).toBeTruthy()
    expect(heard).toEqual([])
  })

  it('passes with Y and moves on; deducts with N and a severity, with picture, owner and due date', async () => {
    const { saved } = open()
    await screen.findByText('未评 3')
    expect(current()).toContain('检查项 11')
    press('y')
    expect(current()).toContain('检查项 12')
    press('n')
    await screen.findByText('请选择扣分程度')
    press('w')
    // 8 of 10 points
    await screen.findByText('80.0')
    await screen.findByRole('img', { name: '所附图片 1' })
    await screen.findByText('已自动保存 10:24')
    expect(saved.at(-1)?.content).toMatchObject({
      evaluationDetails: [
        { itemId: '11', result: 'pass' },
        {
          itemId: '12',
          result: 'deduct',
          severity: 'medium',
          pictureIds: ['f1'],
          cameraId: '101',
          raise: { ownerUserId: '4' },
        },
      ],
    })
  })

  it('goes on by key after a deduction: the next verdict is about the next item', async () => {
    open()
    await screen.findByText('未评 3')
    press('n')
    await screen.findByText('请选择扣分程度')
    press('w')
    await screen.findByText('扣分 1')
    expect(current()).toContain('检查项 11')
    press('y')
    await screen.findByText('通过 1')
    expect(screen.getByText('扣分 1')).toBeTruthy()
    // Who goes back to an item by hand means that item.
    press('k')
    press('k')
    await waitFor(() => expect(current()).toContain('检查项 11'))
    press('y')
    await screen.findByText('通过 2')
    expect(screen.getByText('扣分 0')).toBeTruthy()
  })

  it('takes no severity before a deduction', async () => {
    open()
    await screen.findByText('未评 3')
    press('w')
    press('x')
    await screen.findByText('未评 2')
    expect(screen.getByText('扣分 0')).toBeTruthy()
  })

  it('opens at the items that are tied to the camera', async () => {
    open({}, tillCamera)
    await waitFor(() => expect(current()).toContain('检查项 21'))
  })

  it('lists what is unscored and not viewed before it submits, then shows the record', async () => {
    const { submitted } = open()
    await screen.findByText('未评 3')
    press('y')
    await screen.findByText('未评 2')
    fireEvent.click(screen.getByRole('button', { name: /^提交巡店/ }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('未评 2 项')).toBeTruthy()
    expect(dialog.getByRole('button', { name: '检查项 12' })).toBeTruthy()
    expect(dialog.getByRole('button', { name: '03 收银台' })).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: '仍要提交' }))
    await waitFor(() => expect(submitted).toEqual([{ version: 1, key: 'k1', allowUnscored: true }]))
    const report = await screen.findByRole('link', { name: /报告 PDF/ })
    expect(report.getAttribute('href')).toBe('/api/pictures/evaluations/77/report.pdf?language=zh')
  })

  it('goes on with the draft of another tab or an earlier day', async () => {
    const draft = {
      kind: 'evaluation',
      shopId: '9001',
      shopname: '',
      key: 'k1',
      version: 4,
      content: { evaluationDetails: [{ itemId: '11', result: 'pass' }] },
      updatedAt: '2026-11-20T02:24:00Z',
    }
    const late = Promise.withResolvers<typeof draft>()
    const { heard } = open({ 'scoreDrafts.get': () => late.promise })
    await waitFor(() => expect(heard).toContain('checkItems.list'))
    await act(async () => late.resolve(draft))
    await screen.findByText('未评 2')
    expect(screen.getByText('100.0')).toBeTruthy()
    // What is kept is done: a key is about what is left.
    expect(current()).toContain('检查项 12')
  })

  it('asks for a reason before a submitted evaluation is revoked', async () => {
    const reasons: unknown[] = []
    open({
      'scoring.revoke': ({ body }) => {
        reasons.push(body)
        return { ...evaluation, evaluationStatus: 'revoked', revokeReason: '选错门店' }
      },
    })
    fireEvent.click(await screen.findByText('历史'))
    fireEvent.click(await screen.findByRole('button', { name: /林晓彤/ }))
    fireEvent.click(await screen.findByRole('button', { name: /^撤\s?销$/ }))
    const dialog = within(await screen.findByRole('dialog'))
    const confirm = dialog.getByRole('button', { name: '撤销评估' })
    expect(confirm).toHaveProperty('disabled', true)
    fireEvent.change(dialog.getByLabelText('撤销原因'), { target: { value: '选错门店' } })
    fireEvent.click(confirm)
    await waitFor(() => expect(reasons).toEqual([{ reason: '选错门店' }]))
  })
})
