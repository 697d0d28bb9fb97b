import { counted } from '#words/counts.ts'
import { utcTime } from '#words/time.ts'
import { bytesText } from '#words/bytes.ts'
import { BackupError, type BackupFacts } from '../adapters/backup.ts'
import { MasterKeyError } from '../adapters/masterKey.ts'
import { DirectoryHeldError } from '../adapters/processLock.ts'
import { NewerDatabaseError } from '../adapters/sql/migrations.ts'
import { RotationError } from '../core/secrets/rotation.ts'
import { UnopenedKeyError } from '../core/secrets/vault.ts'
import { SettingsError } from '../settings.ts'
import { WrongMasterKeyError } from '../core/secrets/masterKey.ts'
import { StoreUnavailableError } from '../store/port.ts'

/** An error that a person can fix, in one sentence; nothing was changed. */
export class RefusedError extends Error {}

const EXPECTED = [
  RefusedError,
  BackupError,
  SettingsError,
  DirectoryHeldError,
  MasterKeyError,
  WrongMasterKeyError,
  UnopenedKeyError,
  RotationError,
  NewerDatabaseError,
  StoreUnavailableError,
]

/**
 * Runs a command of the terminal. `parse` makes of the arguments what is to be done; undefined shows the help and ends
 * with 2. A refusal is one sentence and ends with 1; only unexpected errors show a stack trace.
 */
export function runCommand(help: string, parse: (args: string[]) => (() => Promise<void>) | undefined): void {
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) return void process.stdout.write(help)
  const work = parse(args)
  if (work === undefined) {
    process.stderr.write(help)
    process.exitCode = 2
    return
  }
  work().catch((error: unknown) => {
    const isExpected = EXPECTED.some((kind) => error instanceof kind)
    const text = error instanceof Error ? (isExpected ? error.message : (error.stack ?? error.message)) : String(error)
    process.stderr.write(`${text}\n`)
    process.exitCode = 1
  })
}

/** What a backup holds, for a sentence. */
export const inWords = ({ stacks, bytes, asOf }: BackupFacts): string =>
  `${counted(stacks, 'stack')} (${bytesText(bytes)}, as of ${utcTime(asOf)})`

/** The answer of a command. */
export const tell = (sentence: string): void => void process.stdout.write(`${sentence}\n`)

/** Progress messages, apart from the result. */
export const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`)
