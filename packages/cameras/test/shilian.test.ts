import { conforms } from '../src/conformance.ts'
import { onSimulator } from './on-simulator.ts'

conforms('shilian', async () => (await onSimulator('shilian')).subject)
