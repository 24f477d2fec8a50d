// npm run import -- <kind> <file> [options]: reads a file of facts into the stores; `--help` says how.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './processes.mjs'

const program = join(root, 'apps/server/src/import.ts')
// Names of files are those of the folder in which the command was given.
const cwd = process.env.INIT_CWD ?? process.cwd()
const child = spawn(process.execPath, [program, ...process.argv.slice(2)], { cwd, stdio: 'inherit' })
process.on('disconnect', () => child.kill('SIGTERM'))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
