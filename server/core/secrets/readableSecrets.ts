import type { Deps } from '../../deps.ts'
import type { Reader } from '../../store/port.ts'
import type { TokenScope } from '../../store/port/access.ts'
import type { TextParts } from '../../store/port/states.ts'
import { DomainError, type MissingRight } from '../../errors.ts'
import { type Exported, partsOf } from '../../texts/exports.ts'
import { shared } from '../../texts/waiting/shared.ts'
import { textJobsHere } from '../../texts/textJobs.ts'

/**
 * The scope with which a caller may have the service decrypt secrets of a stack, and so may see secrets stored in plain
 * text.
 */
export const TO_DECRYPT: TokenScope = 'preview'

/**
 * Returns the text of an export, byte for byte. Secrets in it are usually encrypted; what a client uploaded in plain
 * text (an export with `--show-secrets`, imported again) is stored as it came, and returned only to callers who may
 * decrypt. `sealed`: the right that the caller lacks, if any. For other callers the text is not examined.
 */
export async function exportFor(
  deps: Deps,
  sealed: MissingRight | undefined,
  find: (reader: Reader) => Promise<Exported>,
): Promise<TextParts> {
  // Return exactly the text that was checked: another state may be current by then.
  const seen = sealed && (await deps.store.read(find))
  if (sealed && seen && (await isReadable(deps, seen)))
    throw new DomainError({ kind: 'readableSecrets', right: sealed })
  return deps.store.read(async (reader) => partsOf(reader, seen ?? (await find(reader))))
}

async function isReadable(deps: Deps, exported: Exported): Promise<boolean> {
  if ('text' in exported) return look(deps, exported)
  const { readable } = deps.caches // by the hash of the text, so that an entry can never be stale
  const { hash } = exported
  const answer =
    readable.get(hash) ??
    (await shared(deps.caches.looking, hash, deps.jobs ?? textJobsHere, () => look(deps, exported)))
  readable.set(hash, answer)
  return answer
}

/** Searches the bytes first, because few states contain such a key, so few are parsed. */
async function look({ store, jobs = textJobsHere }: Deps, exported: Exported): Promise<boolean> {
  const parts = await store.read((reader) => partsOf(reader, exported))
  if (!(await isSuspect(parts))) return false
  const { bytes } = parts
  const text = () =>
    'text' in exported ? Promise.resolve(exported.text.slice()) : store.read((reader) => reader.stateText(exported.id))
  return jobs.holdsReadable({ bytes, text })
}

/** The keys that mark a readable secret (`holdsReadable`), also with a letter escaped. */
const SUSPECT = /"plaintext"|"additionalSecretOutputs"|\\u00[4-7]/
const LONGEST = '"additionalSecretOutputs"'.length
/** Bytes scanned at a time, a few milliseconds' work; other requests are answered in between. */
const SLICE = 2 * 1024 * 1024

async function isSuspect({ parts }: TextParts): Promise<boolean> {
  const latin1 = new TextDecoder('latin1') // one character per byte; the keys are ASCII
  let [end, since] = ['', 0]
  for await (const part of parts) {
    for (let at = 0; at < part.length; at += SLICE) {
      const text = end + latin1.decode(part.subarray(at, at + SLICE))
      if (SUSPECT.test(text)) return true
      end = text.slice(-LONGEST)
      since += text.length
      if (since < SLICE) continue
      since = 0
      await new Promise((resolve) => setTimeout(resolve))
    }
  }
  return false
}
