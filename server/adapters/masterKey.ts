import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { KeyPlace } from '#server/core/secrets/rotation.ts'
import { fingerprint } from '#server/core/secrets/masterKey.ts'

const FILE = 'master.key'
const NEXT = 'master.key.next'

/** There is no usable master key although one is required; the message says what to do. Nothing was changed. */
export class MasterKeyError extends Error {}

/** Reads the key that wraps the stacks' data keys from the data directory, or creates it there (mode 0600). */
export function readOrMakeMasterKey(dataPath: string, { mayMake }: { mayMake: boolean }): Uint8Array {
  const path = join(dataPath, FILE)
  const known = readKey(path)
  if (known !== undefined) return known
  if (!mayMake) {
    throw new MasterKeyError(
      `${path} is missing, but the database has stacks with secrets encrypted by it. Restore the key, or set HOLDFAST_MASTER_KEY.`,
    )
  }
  const key = randomBytes(32)
  writeFileSync(path, `${key.toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  chmodSync(path, 0o600)
  return new Uint8Array(key)
}

/**
 * The master keys of a data directory. `given` comes from the environment and takes precedence over the file; a new key
 * is written to the file in either case.
 */
export function masterKeyFiles(dataPath: string, given?: Uint8Array): KeyPlace {
  const [file, next] = [join(dataPath, FILE), join(dataPath, NEXT)]
  return {
    present: () => given ?? readOrMakeMasterKey(dataPath, { mayMake: false }),
    next: () => readKey(next),
    prepare(key) {
      const made = `${next}.${process.pid}`
      writeFileSync(made, `${Buffer.from(key).toString('hex')}\n`, { mode: 0o600, flush: true })
      renameSync(made, next)
      flushDirectory(dataPath)
    },
    adopt() {
      const former = readKey(file)
      if (former !== undefined) keep(file, join(dataPath, `${FILE}.former-${fingerprint(former)}`))
      renameSync(next, file)
      flushDirectory(dataPath)
    },
  }
}

/** Hard-links the file, so that the first name exists at all times. */
function keep(file: string, name: string): void {
  if (!existsSync(name)) linkSync(file, name)
}

function readKey(path: string): Uint8Array | undefined {
  if (!existsSync(path)) return undefined
  const text = readFileSync(path, 'utf8').trim()
  if (/^[0-9a-f]{64}$/i.test(text)) return new Uint8Array(Buffer.from(text, 'hex'))
  throw new MasterKeyError(
    `${path} is not a master key: 64 hexadecimal digits are expected. Restore it from your copy.`,
  )
}

/** Flushes a directory: a rename is durable only then. */
export function flushDirectory(path: string): void {
  const directory = openSync(path, 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}
