import { conforms } from '../src/conformance.ts'
import { onSimulator } from './on-simulator.ts'

conforms('huawei', async () => (await onSimulator('huawei')).subject)
