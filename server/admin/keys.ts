import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { counted, plural } from '#words/counts.ts'
import { masterKeyFiles, readOrMakeMasterKey } from '../adapters/masterKey.ts'
import { openStore } from '../adapters/openStore.ts'
import { lockDirectory } from '../adapters/processLock.ts'
import { ALIVE_AT } from '../core/leases/presence.ts'
import { rotateDataKey, rotateMasterKey } from '../core/secrets/rotation.ts'
import { parseSettings, type Settings } from '../settings.ts'
import { checkMasterKey, fingerprint, isInUse } from '../core/secrets/masterKey.ts'
import type { Store, Writer } from '../store/port.ts'
import { requireDatabase } from './requireDatabase.ts'
import { RefusedError, runCommand, printProgress } from './terminal.ts'

const HELP = `The keys that protect the stacks' secrets. The master key (HOLDFAST_MASTER_KEY, else the file master.key in the data
directory) wraps the data keys of the stacks; the data keys encrypt the secrets.

  npm run --silent keys -- fingerprint
      prints the fingerprint of the master key, and whether it is the database's
  npm run --silent keys -- rotate
      creates a new master key and wraps every data key again; stop the service first. If interrupted, it continues when
      it is run again, or when the service starts. The former key is kept next to it, for earlier backups
  npm run --silent keys -- rotate --data-keys ORG/PROJECT/STACK
      creates a new data key for one stack, while the service runs; older secrets stay readable
`

/**
 * Milliseconds without a sign of life after which a server on PostgreSQL counts as stopped; it writes one every 5 s.
 */
const AWAY_AFTER_MS = 15_000

type Context = { settings: Settings; data: string }

async function tellFingerprint({ settings, data }: Context): Promise<void> {
  if (settings.masterKey === undefined && !existsSync(join(data, 'master.key')))
    await requireDatabase({ settings, data })
  const masterKey = settings.masterKey ?? readOrMakeMasterKey(data, { mayMake: false })
  process.stdout.write(`${fingerprint(masterKey)}\n`)
  if (settings.databaseUrl === undefined && !existsSync(join(data, 'holdfast.db'))) return
  await withStore({ settings, data }, async (store) => {
    if (!(await isInUse(store))) return
    await checkMasterKey({ store, masterKey })
    printProgress('This is the key that the database needs.')
  })
}

async function rotate({ settings, data }: Context): Promise<void> {
  await requireDatabase({ settings, data })
  const isShared = settings.databaseUrl !== undefined
  const lock = isShared ? undefined : lockDirectory(data, { what: 'npm run keys' })
  try {
    const keys = masterKeyFiles(data, settings.masterKey)
    const { from, to, stacks } = await withStore({ settings, data }, (store) =>
      rotateMasterKey(
        { store, randomBytes: bytes, keys },
        {
          ...(isShared && { mayBegin: (writer: Writer) => refuseWhileServed(store, writer) }),
          onProgress: (done, of) => printProgress(`Wrapped the keys of ${done} of ${of} stacks.`),
        },
      ),
    )
    printProgress(
      `The master key is now ${to} (${join(data, 'master.key')}); ${counted(stacks, 'stack')} ${plural(stacks, 'uses', 'use')} it. Back it up.`,
    )
    printProgress(
      settings.masterKey === undefined
        ? `Earlier backups need the previous one: ${join(data, `master.key.former-${from}`)}. Delete it with the last of them.`
        : `HOLDFAST_MASTER_KEY is still the previous one (${from}): unset it, or set it to what that file holds.`,
    )
  } finally {
    lock?.release()
  }
}

async function refuseWhileServed(store: Store, writer: Writer): Promise<void> {
  const goneFor = (await store.now()) - Number((await writer.meta(ALIVE_AT)) ?? 0)
  if (goneFor >= AWAY_AFTER_MS) return
  const seconds = Math.round(goneFor / 1000)
  throw new RefusedError(
    `A server worked on this database ${seconds} s ago: stop every one, wait ${AWAY_AFTER_MS / 1000} s, and run this again.`,
  )
}

async function rotateDataKeyOf({ settings, data }: Context, stack: string): Promise<void> {
  const [org, project, name, ...rest] = stack.split('/')
  if (!org || !project || !name || rest.length > 0) {
    throw new RefusedError('A stack is named ORG/PROJECT/STACK, for example organization/shop/prod.')
  }
  await requireDatabase({ settings, data })
  await withStore({ settings, data }, async (store) => {
    const masterKey = settings.masterKey ?? readOrMakeMasterKey(data, { mayMake: false })
    await checkMasterKey({ store, masterKey })
    const { version } = await rotateDataKey({ store, masterKey, randomBytes: bytes }, { org, project, name })
    printProgress(
      `Secrets of the stack are encrypted with its data key ${version} from now on; older ones stay readable.`,
    )
  })
}

async function withStore<T>({ settings, data }: Context, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ ...settings, data }, { now: Date.now, offset: () => 0 })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const bytes = (count: number) => new Uint8Array(randomBytes(count))

function commandOf(args: string[]): ((context: Context) => Promise<void>) | undefined {
  const [name, option, stack] = args
  if (name === 'fingerprint' && args.length === 1) return tellFingerprint
  if (name === 'rotate' && args.length === 1) return rotate
  if (name !== 'rotate' || option !== '--data-keys' || stack === undefined || args.length !== 3) return undefined
  return (context) => rotateDataKeyOf(context, stack)
}

runCommand(HELP, (args) => {
  const command = commandOf(args)
  return (
    command &&
    (async () => {
      const settings = parseSettings(process.env)
      await command({ settings, data: resolve(import.meta.dirname, '../..', settings.data) })
    })
  )
})
