import { AppError, type ProviderName } from '@aisle/contract'
import { isElsewhere } from '../../platform/elsewhere.ts'
import { given } from '../../platform/given.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { AccountRow, CameraStore } from './store.ts'
import { text } from './text.ts'

type AccountInput = {
  provider: ProviderName
  name: string
  baseUrl: string
  ysAccountId: number | null
  credentials: Record<string, string>
  settings: Record<string, string>
}

/** Platform accounts. Credentials go in and never come out; they are encrypted at rest. */
export function accountService({ store, secrets }: { store: CameraStore; secrets: Secrets }) {
  const answerOf = ({ account, cameraCount }: { account: AccountRow; cameraCount: number }) => ({
    id: account.id,
    provider: account.provider,
    name: account.name,
    baseUrl: account.baseUrl,
    ysAccountId: account.ysAccountId,
    credentialNames: Object.keys(credentialsOf(account)).sort(),
    settings: account.settings,
    cameraCount,
  })
  const credentialsOf = (account: AccountRow): Record<string, string> =>
    JSON.parse(secrets.decrypt(account.credentials))
  const seal = (credentials: Record<string, string>) => secrets.encrypt(JSON.stringify(credentials))
  const list = async () => (await store.accounts()).map(answerOf)
  const one = async (id: string) => {
    const account = (await list()).find(entry => entry.id === id)
    if (!account) throw new AppError('notFound', text.noAccount)
    return account
  }

  return {
    list,
    async create({ credentials, ...input }: AccountInput) {
      return one(await store.createAccount({ ...input, credentials: seal(credentials) }))
    },
    /**
     * Credentials that are given replace those of the same name; an empty text removes one.
     * @throws AppError notFound; ruleBroken where credentials would be told to another end than they were given for
     */
    async update(
      id: string,
      {
        credentials,
        ...change
      }: { [Key in keyof Omit<AccountInput, 'provider'>]?: AccountInput[Key] | undefined },
    ) {
      const account = await store.account(id)
      if (!account) throw new AppError('notFound', text.noAccount)
      const known = credentialsOf(account)
      const isMoved = change.baseUrl !== undefined && isElsewhere(account.baseUrl, change.baseUrl)
      if (isMoved && Object.keys(known).some(name => credentials?.[name] === undefined))
        throw new AppError('ruleBroken', text.credentialsAgain)
      const merged = Object.entries({ ...known, ...credentials }).filter(([, value]) => value !== '')
      await store.updateAccount(id, {
        ...given(change),
        ...(credentials ? { credentials: seal(Object.fromEntries(merged)) } : {}),
      })
      return one(id)
    },
    async remove(id: string): Promise<void> {
      if (!(await store.account(id))) throw new AppError('notFound', text.noAccount)
      if ((await store.removeAccount(id)) === 'inUse') throw new AppError('conflict', text.accountInUse)
    },
  }
}
export type AccountService = ReturnType<typeof accountService>
