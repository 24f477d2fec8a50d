import { spawnSync } from 'node:child_process'
import { chownSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { EmbeddedError } from './embedded-folder.ts'
import type { Command } from './embedded-process.ts'

/**
 * Under whom PostgreSQL runs, since it refuses to run as root: as `self` when we are not root; in a user `namespace` where
 * root looks like another user and files stay root's; or `dropped` to another user, who then owns the data.
 */
export type Account =
  | { kind: 'self' }
  | { kind: 'namespace'; uid: number; gid: number }
  | { kind: 'dropped'; uid: number; gid: number }

/**
 * @throws EmbeddedError in one sentence when root has no way to run the program on this folder
 */
export function chooseAccount({ folder, program }: { folder: string; program: string }): Account {
  if (process.getuid?.() !== 0) return { kind: 'self' }
  // PostgreSQL looks its user up by name, so the id must be a known one.
  const known = knownAccount()
  const namespace: Account = { kind: 'namespace', ...known }
  if (works(namespace, program, ['--version'])) return namespace
  const dropped: Account = { kind: 'dropped', ...known }
  if (!works(dropped, program, ['--version']))
    throw new EmbeddedError(
      `PostgreSQL does not run as root, and another user cannot reach its program ${program}: make the folders above it readable, start Aisle as another user, or set DATABASE_URL`,
    )
  if (!works(dropped, 'test', ['-x', dirname(folder)]))
    throw new EmbeddedError(
      `PostgreSQL does not run as root, and another user cannot reach ${dirname(folder)}: set AISLE_DATA to a folder that others can pass through, start Aisle as another user, or set DATABASE_URL`,
    )
  return dropped
}

/** The command that runs a program under the account. */
export function underAccount(account: Account, command: string, args: string[]): Command {
  if (account.kind === 'self') return { command, args }
  if (account.kind === 'dropped') return { command, args, uid: account.uid, gid: account.gid }
  // Entering the namespace clears the parent-death signal that the keeper sets, so it is set again inside.
  const inside = hasSetpriv() ? ['setpriv', '--pdeathsig', 'INT'] : []
  return {
    command: 'unshare',
    args: ['-U', `--map-user=${account.uid}`, `--map-group=${account.gid}`, ...inside, command, ...args],
  }
}

/** Makes the account the owner of a data folder, and of all in it, where it is not. */
export function giveTo(account: Account, path: string) {
  if (account.kind === 'self') return
  const [uid, gid] = account.kind === 'dropped' ? [account.uid, account.gid] : [0, 0]
  if (lstatSync(path).uid === uid) return
  own(path, uid, gid)
}

function own(path: string, uid: number, gid: number) {
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) own(join(path, name), uid, gid)
  chownSync(path, uid, gid)
}

function works(account: Account, command: string, args: string[]) {
  const run = underAccount(account, command, args)
  return spawnSync(run.command, run.args, { ...run, stdio: 'ignore', timeout: 10_000 }).status === 0
}

function hasSetpriv() {
  return spawnSync('setpriv', ['--version'], { stdio: 'ignore' }).status === 0
}

function knownAccount() {
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map(line => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid > 0)
  const chosen =
    accounts.find(({ name }) => name === 'postgres') ??
    accounts.find(({ name }) => name === 'nobody') ??
    accounts[0]
  return { uid: chosen?.uid ?? 65534, gid: chosen?.gid ?? 65534 }
}
