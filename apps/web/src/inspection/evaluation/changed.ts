import { queryClient } from '../../lib/queries.ts'

/** Every list and figure that an evaluation shows up in. */
const concerned = ['evaluations', 'records', 'home']

/** An evaluation came or changed its state: whatever shows it asks again. */
export const evaluationsChanged = () =>
  Promise.all(concerned.map(key => queryClient.invalidateQueries({ queryKey: [key] })))
