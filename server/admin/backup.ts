import { join, resolve } from 'node:path'
import { makeBackup } from '../adapters/backup.ts'
import { findDatabase } from '../adapters/databases.ts'
import { parseSettings } from '../settings.ts'
import { requireDatabase } from './requireDatabase.ts'
import { inWords, RefusedError, runCommand, printResult } from './terminal.ts'

const HELP = `Backs up the embedded database (in HOLDFAST_DATA), whether the service runs or not.

  npm run --silent backup -- FILE   writes FILE, which must not exist yet, and FILE.sha256 next to it

The copy is of one moment, and verified. It never contains the master key; the command prints the fingerprint of the key it needs. Keep a copy of that key apart. A database on a server is backed up with its own tools.
`

async function backup(given: string): Promise<void> {
  const settings = parseSettings(process.env)
  const other = await findDatabase(settings.databaseUrl)
  if (other) throw new RefusedError(`The database is ${other.name}: ${other.backup}`)
  const data = resolve(import.meta.dirname, '../..', settings.data)
  const database = join(data, 'holdfast.db')
  await requireDatabase({ settings, data })
  // npm runs scripts in the project's directory; `INIT_CWD` is where it was called.
  const file = resolve(process.env['INIT_CWD'] ?? '.', given)
  const facts = await makeBackup(database, file)
  printResult(`Backed up ${inWords(facts)} to ${file}; verified.`)
  printResult(
    `It needs the master key with fingerprint ${facts.fingerprint}, which is not in it: keep a copy of that apart.`,
  )
}

runCommand(HELP, ([file, ...rest]) =>
  file === undefined || file.startsWith('-') || rest.length > 0 ? undefined : () => backup(file),
)
