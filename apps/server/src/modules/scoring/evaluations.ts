import { AppError, type Evaluation, type EvaluationBody, type EvaluationStatus } from '@aisle/contract'
import type { Caller } from '../../platform/http/request.ts'
import type { Queryable } from '../../platform/postgres.ts'
import type { Scope } from '../../platform/scope.ts'
import { evaluationOf, evaluationSummaryOf, groupedBy } from './answers.ts'
import type { EvaluationFilter, EvaluationRow, EvaluationStore } from './evaluation-store.ts'
import { itemsNamed, type NamedItem, type PicturesById, type RecordIntake, refuse } from './intake.ts'
import type { ItemRow, ItemStore } from './item-store.ts'
import type { ProblemRaises } from './raises.ts'
import { answersWithDetails, type Paged, recordKeeper, type Saved } from './record-keeper.ts'
import type { PlaceStore } from './records.ts'
import { type Scored, scoreItem, totalsOf } from './rules.ts'
import { text } from './text.ts'

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
  const withDetails = answersWithDetails({
    details: store.details,
    recordIdOf: detail => detail.evaluationId,
    pictures,
    answer: (row: EvaluationRow, details, known) => ({ row, details, known }),
  })
  const { found, one, earlier, saveOnce, ofDay } = recordKeeper({
    store,
    find: store.evaluation,
    async answers(scope, rows) {
      const [whole, steps] = await Promise.all([
        withDetails(scope, rows),
        store.steps(rows.map(({ id }) => id)),
      ])
      const stepsOf = groupedBy(steps, step => step.evaluationId)
      return whole.map(({ row, details, known }) => evaluationOf(row, details, known, stepsOf(row.id)))
    },
    places,
    missing: text.noEvaluation,
    follow: (caller, id) => raises.ofRecord(caller, 'evaluation', id),
    now,
  })

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
    return one(caller.scope, id)
  }

  return {
    evaluation: one,

    earlier,

    /**
     * Saves an evaluation; sent again with its client key it answers the first. Items of the form that it leaves out are
     * unscored. `alongside` is part of the same transaction.
     */
    save: (
      caller: Caller,
      body: EvaluationBody,
      alongside?: (transaction: Queryable) => Promise<void>,
    ): Promise<Saved<Evaluation>> =>
      saveOnce(caller, body, async () => {
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
        return store.insert(
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
      }),

    /** @throws AppError ruleBroken where it is not saved, with the state it is in */
    confirm: (caller: Caller, id: string) => changeStatus(caller, id, 'confirm', ['saved']),

    /** @throws AppError ruleBroken where it is revoked already */
    revoke: (caller: Caller, id: string, reason: string) =>
      changeStatus(caller, id, 'revoke', ['saved', 'confirmed'], reason),

    /** Revoked ones too. */
    ofDay,

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
