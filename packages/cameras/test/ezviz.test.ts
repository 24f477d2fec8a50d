import { conforms } from '../src/conformance.ts'
import { onSimulator } from './on-simulator.ts'

conforms('ezviz', async () => (await onSimulator('ezviz')).subject)
