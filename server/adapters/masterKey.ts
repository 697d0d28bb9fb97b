import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = 'master.key'

/** There is no usable master key where one must be; the message says what to do. Nothing was made or changed. */
export class MasterKeyError extends Error {}

/** Reads the key that wraps the stacks' data keys from the data directory, or makes one there (mode 0600). */
export function readOrMakeMasterKey(dataPath: string, { mayMake }: { mayMake: boolean }): Uint8Array {
  const path = join(dataPath, FILE)
  if (existsSync(path)) {
    const text = readFileSync(path, 'utf8').trim()
    if (!/^[0-9a-f]{64}$/i.test(text))
      throw new MasterKeyError(
        `${path} does not hold a master key: 64 hexadecimal digits are expected. Restore it from your copy.`,
      )
    return new Uint8Array(Buffer.from(text, 'hex'))
  }
  if (!mayMake) {
    throw new MasterKeyError(
      `${path} is missing, but the database holds stacks whose secrets it protects. Put the key back, or set HOLDFAST_MASTER_KEY.`,
    )
  }
  const key = randomBytes(32)
  writeFileSync(path, `${key.toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  chmodSync(path, 0o600)
  return new Uint8Array(key)
}
