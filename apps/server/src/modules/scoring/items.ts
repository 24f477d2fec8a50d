import {
  AppError,
  type CheckForm,
  type CheckItem,
  type CheckItemNode,
  type CheckKind,
  type Deductions,
} from '@aisle/contract'
import { given } from '../../platform/given.ts'
import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import { type ItemEditor, type ItemRow, type ItemState, itemStore } from './item-store.ts'
import { sum } from './rules.ts'
import { standardPictureUrl } from './standards.ts'
import { text } from './text.ts'

type ItemFields = {
  itemName: string
  itemNameEn: string
  itemScore: number
  scoring: 'full' | 'partial'
  deductions: Deductions | null
  cameraGroup: CheckItem['cameraGroup']
  presetName: string
  itemDuration: number
  remarkPhrases: string[]
}
type Changes = { [Name in keyof ItemFields]?: ItemFields[Name] | undefined }

/** The forms of the chain: what is looked at in a shop, in which order, and what it is worth. */
export function checkItemService({ db, now }: { db: Database; now: () => Date }) {
  const store = itemStore(db)

  async function tree(kind: CheckKind, archived = false): Promise<CheckItemNode[]> {
    return treeOf(await store.items(kind, archived))
  }

  /** Edits one item of its form. @throws AppError notFound; conflict where it was edited since `version` */
  async function edit(
    id: string,
    version: number | undefined,
    work: (item: ItemRow, siblings: ItemRow[], editor: ItemEditor, all: ItemRow[]) => Promise<ItemRow>,
  ): Promise<CheckItem> {
    const { kind } = await found(id)
    return store.edit(kind, now(), async (all, editor) => {
      const item = all.find(each => each.id === id)
      if (!item) throw new AppError('notFound', text.noItem)
      if (version !== undefined && version !== item.version)
        throw new AppError('conflict', text.itemChanged, {
          reason: 'itemChanged',
          current: itemOf(item, all),
        })
      const changed = await work(item, siblingsOf(item, all), editor, all)
      return itemOf(changed, [...all.filter(each => each.id !== id), changed])
    })
  }

  async function found(id: string): Promise<ItemRow> {
    const item = await store.item(id)
    if (!item) throw new AppError('notFound', text.noItem)
    return item
  }

  return {
    async form(kind: CheckKind, archived: boolean): Promise<CheckForm> {
      const [{ name, nameEn, version }, rows] = await Promise.all([
        store.form(kind),
        store.items(kind, archived),
      ])
      const leaves = rows.filter(row => !row.isGroup && row.archivedAt === null)
      return {
        kind,
        name,
        nameEn,
        version,
        itemCount: leaves.length,
        totalScore: sum(leaves.map(leaf => leaf.score)),
        items: treeOf(rows),
      }
    },

    tree,

    /** Items right under a parent, or the top ones, with the number of theirs. */
    async under(kind: CheckKind, parentId: string | undefined) {
      const rows = await store.items(kind, false)
      return rows
        .filter(row => row.parentId === (parentId ?? null))
        .map(row => ({
          ...itemOf(row, rows),
          children: rows.filter(child => child.parentId === row.id).length,
        }))
    },

    async rename(kind: CheckKind, names: { name: string; nameEn: string }): Promise<CheckForm> {
      await store.rename(kind, names, now())
      return this.form(kind, false)
    },

    /** Adds at the end of its group. @throws AppError invalidInput by field, ruleBroken for a name that is taken */
    create: (
      caller: Caller,
      {
        kind,
        pitemId,
        isGroup,
        ...fields
      }: ItemFields & {
        kind: CheckKind
        pitemId: string | null
        isGroup: boolean
      },
    ): Promise<CheckItem> =>
      store.edit(kind, now(), async (all, editor) => {
        refuseParent(kind, isGroup, pitemId, all)
        const siblings = all.filter(each => each.parentId === pitemId && each.archivedAt === null)
        refuseTaken(fields.itemName, siblings)
        const row = { kind, parentId: pitemId, isGroup, sort: lastOf(siblings), ...columnsOf(fields) }
        refuseScore(row)
        const made = await editor.insert(row, caller.userId)
        return itemOf(made, [...all, made])
      }),

    update: (
      caller: Caller,
      id: string,
      { version, ...fields }: Changes & { version?: number | undefined },
    ) =>
      edit(id, version, async (item, siblings, editor) => {
        if (item.archivedAt) throw new AppError('ruleBroken', text.itemArchived, { reason: 'archived' })
        if (fields.itemName !== undefined) refuseTaken(fields.itemName, siblings)
        const change = columnsOf({ ...itemOf(item, []), ...given(fields) })
        refuseScore({ ...item, ...change })
        return editor.update(id, change, 'changed', caller.userId)
      }),

    /** To a place among its siblings, counted from 0, in its own group or in another of the form. */
    move: (
      caller: Caller,
      id: string,
      to: { pitemId?: string | null | undefined; order: number; version?: number | undefined },
    ) =>
      edit(id, to.version, async (item, _, editor, all) => {
        const parentId = to.pitemId === undefined ? item.parentId : to.pitemId
        refuseParent(item.kind, item.isGroup, parentId, all)
        const siblings = siblingsOf({ ...item, parentId }, all)
        if (parentId !== item.parentId) refuseTaken(item.name, siblings)
        const order = Math.min(to.order, siblings.length)
        const placed = siblings.toSpliced(order, 0, item)
        for (const [sort, each] of placed.entries())
          if (each.id !== id && each.sort !== sort) await editor.place(each.id, sort)
        return editor.update(id, { parentId, sort: order }, 'moved', caller.userId)
      }),

    /** Takes an item out of the form, a group with all of its items. Twice is once. */
    archive: (caller: Caller, id: string) =>
      edit(id, undefined, async (item, _, editor, all) => {
        if (item.archivedAt) return item
        const at = now()
        const children = all.filter(each => each.parentId === id && each.archivedAt === null)
        for (const child of children)
          await editor.update(child.id, { archivedAt: at }, 'archived', caller.userId)
        return editor.update(id, { archivedAt: at }, 'archived', caller.userId)
      }),

    /** Brings an item back, a group with those that were archived together with it. Twice is once. */
    restore: (caller: Caller, id: string) =>
      edit(id, undefined, async (item, siblings, editor, all) => {
        if (!item.archivedAt) return item
        const parent = all.find(each => each.id === item.parentId)
        if (parent?.archivedAt)
          throw new AppError('ruleBroken', text.groupArchived, { reason: 'groupArchived' })
        refuseTaken(item.name, siblings)
        const together = all.filter(
          each => each.parentId === id && each.archivedAt?.getTime() === item.archivedAt?.getTime(),
        )
        for (const child of together)
          await editor.update(child.id, { archivedAt: null }, 'restored', caller.userId)
        return editor.update(id, { archivedAt: null, sort: lastOf(siblings) }, 'restored', caller.userId)
      }),

    /** Refuses what has no standard picture. @throws AppError notFound, ruleBroken */
    async admitStandard(id: string): Promise<void> {
      refuseStandard(await found(id))
    },

    /** Shows how an item should look, or no longer does: `at` is when the picture was kept. */
    showStandard: (caller: Caller, id: string, at: Date | null) =>
      edit(id, undefined, async (item, _, editor) => {
        refuseStandard(item)
        if (at === null && item.standardAt === null) return item
        return editor.update(id, { standardAt: at }, 'changed', caller.userId)
      }),

    /** How an item was edited, latest first. @throws AppError notFound */
    async versions(id: string) {
      await found(id)
      return (await store.versions(id)).map(({ version, action, snapshot, userName, at }) => ({
        version,
        action,
        item: itemOf(snapshot, []),
        userName: userName ?? '',
        at: at.toISOString(),
      }))
    },
  }
}
export type CheckItemService = ReturnType<typeof checkItemService>

/** An item as answers tell it; `all` are the items of its form, of which a group's score is the sum. */
function itemOf(row: ItemState, all: readonly ItemRow[]): CheckItem {
  const leaves = all.filter(each => each.parentId === row.id && each.archivedAt === null)
  return {
    itemId: row.id,
    kind: row.kind,
    itemName: row.name,
    itemNameEn: row.nameEn,
    pitemId: row.parentId,
    isGroup: row.isGroup,
    itemScore: row.isGroup ? sum(leaves.map(leaf => leaf.score)) : row.score,
    scoring: row.scoring,
    deductions: row.deductions,
    cameraGroup: row.cameraGroup,
    presetName: row.presetName,
    itemDuration: row.isGroup
      ? leaves.reduce((seconds, leaf) => seconds + leaf.durationSeconds, 0)
      : row.durationSeconds,
    remarkPhrases: row.phrases,
    standardPictureUrl: row.standardAt && standardPictureUrl(row.id, row.standardAt),
    order: row.sort,
    version: row.version,
    archived: row.archivedAt !== null,
  }
}

function treeOf(rows: readonly ItemRow[]): CheckItemNode[] {
  return rows
    .filter(row => row.parentId === null)
    .map(row => ({
      ...itemOf(row, rows),
      children: rows.filter(child => child.parentId === row.id).map(child => itemOf(child, rows)),
    }))
}

function columnsOf(fields: ItemFields) {
  return {
    name: fields.itemName,
    nameEn: fields.itemNameEn,
    score: fields.itemScore,
    scoring: fields.scoring,
    deductions: fields.deductions,
    cameraGroup: fields.cameraGroup,
    presetName: fields.presetName,
    durationSeconds: fields.itemDuration,
    phrases: [...new Set(fields.remarkPhrases)],
  }
}

function refuseStandard(item: ItemRow): void {
  if (item.archivedAt) throw new AppError('ruleBroken', text.itemArchived, { reason: 'archived' })
  if (item.isGroup) throw new AppError('ruleBroken', text.groupHasNone, { reason: 'isGroup' })
}

/** The place after all of these. */
function lastOf(siblings: readonly ItemRow[]): number {
  return Math.max(-1, ...siblings.map(({ sort }) => sort)) + 1
}

/** Those that share its group with an item, archived ones left out. */
function siblingsOf(item: ItemRow, all: readonly ItemRow[]): ItemRow[] {
  return all.filter(
    each => each.parentId === item.parentId && each.id !== item.id && each.archivedAt === null,
  )
}

/** Groups stand at the top and hold items; types of daily records stand at the top by themselves. */
function refuseParent(kind: CheckKind, isGroup: boolean, parentId: string | null, all: readonly ItemRow[]) {
  const refuse = (path: string, message: string) => {
    throw new AppError('invalidInput', text.invalid, { errors: [{ path, message }] })
  }
  if (kind === 'daily' && isGroup) refuse('isGroup', 'daily records have types only')
  if (parentId === null) {
    if (!isGroup && kind !== 'daily') refuse('pitemId', 'an item belongs to a group')
    return
  }
  const parent = all.find(each => each.id === parentId)
  if (isGroup || kind === 'daily' || !parent?.isGroup || parent.archivedAt)
    refuse('pitemId', 'no group of this form')
}

function refuseTaken(name: string, siblings: readonly ItemRow[]) {
  if (siblings.some(each => each.name === name))
    throw new AppError('ruleBroken', text.sameName, { reason: 'sameName' })
}

function refuseScore(item: Pick<ItemRow, 'kind' | 'isGroup' | 'score' | 'scoring' | 'deductions'>) {
  const refuse = (path: string, message: string) => {
    throw new AppError('invalidInput', text.invalid, { errors: [{ path, message }] })
  }
  const scored = item.kind === 'evaluation' && !item.isGroup
  if (scored && item.score <= 0) refuse('itemScore', 'an item is worth more than nothing')
  if (!scored && item.score !== 0) refuse('itemScore', 'only items of an evaluation are worth points')
  if (!item.deductions) return
  if (!scored || item.scoring === 'full') refuse('deductions', 'only for partial scoring')
  for (const [name, lost] of Object.entries(item.deductions))
    if (lost <= 0 || lost > item.score)
      refuse(`deductions.${name}`, 'more than nothing, at most the item’s score')
}
