import type { MoneyScale } from '@aisle/contract'
import { readText, writeText } from '../storage.ts'
import { createStore, useStore } from '../store.ts'

const key = 'analysis.money'
const isScale = (value: string | null): value is MoneyScale => value === 'yuan' || value === 'tenThousand'

const stored = readText(key)
/** What was chosen on a page of figures; undefined until something was. */
const chosenStore = createStore<MoneyScale | undefined>(isScale(stored) ? stored : undefined)

/** Writes amounts so on every page from now on, and remembers it in this browser. */
export function chooseMoney(scale: MoneyScale) {
  writeText(key, scale)
  chosenStore.set(scale)
}

/** What the settings of the overview say: it holds until somebody chooses. */
export const presetMoney = createStore<MoneyScale>('yuan')

export function useMoneyScale(): MoneyScale {
  const chosen = useStore(chosenStore)
  const preset = useStore(presetMoney)
  return chosen ?? preset
}
