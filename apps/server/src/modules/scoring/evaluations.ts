import { AppError, type Evaluation, type EvaluationBody, type EvaluationStatus } from '@aisle/contract'
import type { Caller } from '../../platform/http/request.ts'
import type { Queryable } from '../../platform/postgres.ts'
import type { Scope } from '../../platform/scope.ts'
import { legacyTimeOf } from '../../platform/time.ts'
import { evaluationOf, evaluationSummaryOf, groupedBy } from './answers.ts'
import type { EvaluationFilter, EvaluationRow, EvaluationStore } from './evaluation-store.ts'
import { itemsNamed, type NamedItem, type PicturesById, type RecordIntake, refuse } from './intake.ts'
import type { ItemRow, ItemStore } from './item-store.ts'
import type { ProblemRaises } from './raises.ts'
import type { PlaceStore } from './records.ts'
import { type Scored, scoreItem, totalsOf } from './rules.ts'
import { text } from './text.ts'

export type Paged = { pageNumber: number; pageSize: number }
/** A record, and whether this very call made it. */
export type Saved<Record> = { record: Record; made: boolean }

type Deps = {
  store: EvaluationStore
  items: ItemStore
  places: PlaceStore
  intake: RecordIntake
  pictures: PicturesById
  raises: ProblemRaises
  now: () => Date
}

const field = 'evaluationDetails'
type Detail = EvaluationBody['evaluationDetails'][number]
const unscored: Detail = {
  itemId: undefined,
  remark: '',
  cameraId: undefined,
  presetId: undefined,
  publishTime: undefined,
  pictureIds: [],
}

/** Evaluations: saved → confirmed → revoked. Nothing of a saved one changes but its status. */
export function evaluationService({ store, items, places, intake, pictures, raises, now }: Deps) {
  async function answers(scope: Scope, rows: readonly EvaluationRow[]): Promise<Evaluation[]> {
    const details = await store.details(rows.map(row => row.id))
    const known = await pictures.byIds(scope, [...new Set(details.flatMap(detail => detail.pictureIds))])
    const detailsOf = groupedBy(details, detail => detail.evaluationId)
    return rows.map(row => evaluationOf(row, detailsOf(row.id), known))
  }

  /** @throws AppError notFound; forbidden outside the scope */
  async function found(scope: Scope, id: string): Promise<EvaluationRow> {
    const row = await store.evaluation(scope, id)
    if (!row) throw new AppError('notFound', text.noEvaluation)
    if (!row.inScope) throw new AppError('forbidden', text.notYours)
    return row
  }

  async function evaluation(scope: Scope, id: string): Promise<Evaluation> {
    const [answer] = await answers(scope, [await found(scope, id)])
    if (!answer) throw new AppError('notFound', text.noEvaluation)
    return answer
  }

  /** The record that was saved with this key before, its problems raised by now. */
  async function earlier(caller: Caller, clientKey: string | undefined, shopId: string) {
    const known = clientKey === undefined ? undefined : await store.byKey(caller.userId, clientKey)
    if (!known) return undefined
    if (known.shopId !== shopId) throw new AppError('conflict', text.keyUsed, { reason: 'keyUsed' })
    await raises.ofRecord(caller, 'evaluation', known.id)
    return { record: await evaluation(caller.scope, known.id), made: false }
  }

  async function changeStatus(
    caller: Caller,
    id: string,
    action: 'confirm' | 'revoke',
    from: readonly EvaluationStatus[],
    reason?: string,
  ): Promise<Evaluation> {
    await found(caller.scope, id)
    const to = action === 'confirm' ? 'confirmed' : 'revoked'
    const by = { userId: caller.userId, at: now(), ...(reason === undefined ? {} : { reason }) }
    if (!(await store.changeStatus(id, from, to, by))) {
      const { status } = await found(caller.scope, id)
      throw new AppError('ruleBroken', text.cannot(action, status), { reason: status })
    }
    return evaluation(caller.scope, id)
  }

  return {
    evaluation,

    earlier,

    /**
     * Saves an evaluation; sent again with its client key it answers the first. Items of the form that it leaves out are
     * unscored. `alongside` is part of the same transaction.
     */
    async save(
      caller: Caller,
      body: EvaluationBody,
      alongside?: (transaction: Queryable) => Promise<void>,
    ): Promise<Saved<Evaluation>> {
      const known = await earlier(caller, body.clientKey, body.shopId)
      if (known) return known
      const { shop, at, columns } = await intake.record(caller, body, body.evaluationTime, 'evaluationTime')
      const [form, all] = await Promise.all([items.form('evaluation'), items.items('evaluation', true)])
      const named = namedIn(body, all)
      if (named.length === 0) throw new AppError('ruleBroken', text.noForm, { reason: 'noForm' })
      const evidence = await intake.details(caller, { shop, at }, named)
      const scored = named.map(({ path, input, item }) => {
        const outcome = scoreItem(item, input)
        if ('path' in outcome) return refuse([{ ...outcome, path: `${path}.${outcome.path}` }])
        if (input.raise && outcome.result !== 'deduct')
          return refuse([{ path: `${path}.raise`, message: 'only a deduction raises a problem' }])
        return { item, outcome }
      })
      const totals = totalsOf(scored)
      if (!body.allowUnscored && totals.unscoredCount > 0)
        throw new AppError('ruleBroken', text.unscored(totals.unscoredCount), { reason: 'unscored' })
      const id = await store.insert(
        {
          ...columns,
          ...totals,
          statusUpdatedAt: now(),
          evaluatedAt: at,
          useSeconds: body.useTime,
          formName: form.name,
          formNameEn: form.nameEn,
          formVersion: form.version,
          itemCount: scored.length,
          remark: body.remark,
          createdAt: now(),
        },
        evidence.map((columns, index) => ({ ...columns, ...outcomeColumns(scored[index]) })),
        alongside,
      )
      if (id === undefined) {
        // The same save came twice at once: the other one was first.
        const first = await earlier(caller, body.clientKey, body.shopId)
        if (!first) throw new Error('the evaluation was not inserted')
        return first
      }
      await raises.ofRecord(caller, 'evaluation', id)
      return { record: await evaluation(caller.scope, id), made: true }
    },

    /** @throws AppError ruleBroken where it is not saved, with the state it is in */
    confirm: (caller: Caller, id: string) => changeStatus(caller, id, 'confirm', ['saved']),

    /** @throws AppError ruleBroken where it is revoked already */
    revoke: (caller: Caller, id: string, reason: string) =>
      changeStatus(caller, id, 'revoke', ['saved', 'confirmed'], reason),

    /** Evaluations of a shop on a day of its calendar, today where none is named, revoked ones too. */
    async ofDay(caller: Caller, shopId: string, day: string | undefined): Promise<Evaluation[]> {
      const shop = await places.shop(caller.scope, shopId)
      const today = legacyTimeOf(now(), shop.timeZone).slice(0, 10)
      return answers(caller.scope, await store.ofDay(caller.scope, shopId, day ?? today))
    },

    async page(scope: Scope, { pageNumber, pageSize, ...filter }: EvaluationFilter & Paged) {
      const { records, total } = await store.page(scope, filter, (pageNumber - 1) * pageSize, pageSize)
      const ofOne = records.filter(({ itemCount }) => itemCount === 1)
      const detailsOf = groupedBy(await store.details(ofOne.map(({ id }) => id)), row => row.evaluationId)
      return {
        current: pageNumber,
        size: pageSize,
        total,
        records: records.map(row => evaluationSummaryOf(row, detailsOf(row.id))),
      }
    },
  }
}
export type EvaluationService = ReturnType<typeof evaluationService>

/** What a body says of the items: of the one that it names, or of the whole form, where the rest is unscored. */
function namedIn(body: EvaluationBody, all: readonly ItemRow[]): NamedItem<Detail>[] {
  if (body.itemId !== undefined) return itemsNamed([onlyDetail(body)], all, field)
  const named = itemsNamed(body.evaluationDetails, all, field)
  const said = new Set(named.map(({ item }) => item.id))
  const rest = all.filter(item => !item.isGroup && item.archivedAt === null && !said.has(item.id))
  const groups = new Map(all.filter(item => item.isGroup).map(group => [group.id, group]))
  const placeOf = ({ item, group }: NamedItem<Detail>) => [group?.sort ?? 0, item.sort] as const
  return [
    ...named,
    ...rest.map(item => ({ path: field, input: unscored, item, group: groups.get(item.parentId ?? '') })),
  ].toSorted((a, b) => {
    const [groupA, sortA] = placeOf(a)
    const [groupB, sortB] = placeOf(b)
    return groupA - groupB || sortA - sortB
  })
}

/** The evaluation of one item may say it in the body itself, its details then being pictures. */
function onlyDetail({ itemId, score, presetId, evaluationDetails }: EvaluationBody): Detail {
  const first = evaluationDetails[0] ?? unscored
  return {
    ...first,
    itemId: first.itemId ?? itemId,
    score: first.score ?? score,
    presetId: first.presetId ?? presetId,
    pictureIds: evaluationDetails.flatMap(detail => detail.pictureIds),
  }
}

function outcomeColumns(scored: { item: ItemRow; outcome: Scored } | undefined) {
  if (!scored) throw new Error('a detail without its outcome')
  return { itemScore: scored.item.score, ...scored.outcome }
}
