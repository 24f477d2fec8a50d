import { conforms } from '../src/conformance.ts'
import { onSimulator } from './on-simulator.ts'

conforms('huiyan 2.7.0', async () => (await onSimulator('huiyan 2.7.0')).subject)
