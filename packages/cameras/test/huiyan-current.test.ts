import { conforms } from '../src/conformance.ts'
import { onSimulator } from './on-simulator.ts'

conforms('huiyan current', async () => (await onSimulator('huiyan current')).subject)
