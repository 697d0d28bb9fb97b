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

/** An error that the operator can fix, in one sentence; nothing was changed. */
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
 * Runs a command line tool. `parse` turns the arguments into the work to do; if it returns undefined, prints the help
 * and exits with 2. A refusal prints one sentence and exits with 1; only unexpected errors print a stack trace.
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

/** The content of a backup as part of a sentence. */
export const inWords = ({ stacks, bytes, asOf }: BackupFacts): string =>
  `${counted(stacks, 'stack')} (${bytesText(bytes)}, as of ${utcTime(asOf)})`

/** Prints a command's result to standard output. */
export const printResult = (sentence: string): void => void process.stdout.write(`${sentence}\n`)

/** Prints progress to standard error, apart from the result. */
export const printProgress = (sentence: string): void => void process.stderr.write(`${sentence}\n`)
