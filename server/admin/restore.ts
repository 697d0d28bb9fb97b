import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { restoreBackup } from '../adapters/backup.ts'
import { findDatabase } from '../adapters/databases.ts'
import { readOrMakeMasterKey } from '../adapters/masterKey.ts'
import { lockDirectory } from '../adapters/processLock.ts'
import { parseSettings } from '../settings.ts'
import { fingerprint } from '../core/secrets/masterKey.ts'
import { inWords, RefusedError, runCommand, printResult } from './terminal.ts'

const HELP = `Restores what npm run backup wrote, into the data directory (HOLDFAST_DATA). Stop the service first.

  npm run --silent restore -- FILE             where there is no database yet
  npm run --silent restore -- FILE --replace   where there is one: it is kept as holdfast.db.before-restore-TIME

The master key that the backup needs must be there before: as master.key in the data directory, or in HOLDFAST_MASTER_KEY.
The backup is verified, with that key, before anything changes. A database on a server is restored with its own tools.
`

async function restore(given: string, mayReplace: boolean): Promise<void> {
  const settings = parseSettings(process.env)
  const other = await findDatabase(settings.databaseUrl)
  if (other) throw new RefusedError(`The database is ${other.name}: ${other.restore}`)
  const file = resolve(process.env['INIT_CWD'] ?? '.', given) // `INIT_CWD` is where npm was called
  if (!existsSync(file)) throw new RefusedError(`There is no file ${file}.`)
  const data = resolve(import.meta.dirname, '../..', settings.data)
  const database = join(data, 'holdfast.db')
  if (settings.masterKey === undefined && !existsSync(join(data, 'master.key'))) {
    throw new RefusedError(
      `There is no master key in ${data}: put your copy there as master.key, or set HOLDFAST_MASTER_KEY. Nothing was changed.`,
    )
  }
  const masterKey = settings.masterKey ?? readOrMakeMasterKey(data, { mayMake: false })
  mkdirSync(data, { recursive: true, mode: 0o700 })
  const lock = lockDirectory(data, { what: 'npm run restore' })
  try {
    if (existsSync(database) && !mayReplace) {
      throw new RefusedError(
        `${database} exists already: with --replace it is kept under another name. Nothing was changed.`,
      )
    }
    const key = { masterKey, fingerprint: fingerprint(masterKey) }
    const { before, ...facts } = await restoreBackup(file, database, key, Date.now())
    printResult(`Restored ${inWords(facts)} from ${file}; verified, with its master key.`)
    if (before !== undefined) printResult(`The previous database is kept as ${before}.`)
    printResult('Access tokens that were revoked since the backup are valid again: see npm run token -- list.')
  } finally {
    lock.release()
  }
}

runCommand(HELP, (args) => {
  const [file, ...rest] = args.filter((arg) => arg !== '--replace')
  if (file === undefined || file.startsWith('-') || rest.length > 0) return undefined
  return () => restore(file, args.includes('--replace'))
})
