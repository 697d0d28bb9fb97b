import type { EntryProblem } from '#contract/backends.ts'
import { isObject, valueOf } from '#domain/json/jsonObject.ts'
import { maskSecure, SECRET } from '#domain/json/maskSecure.ts'

/** A value of the configuration of a run; what is encrypted in it is left out. */
export type RunConfigValue = {
  /** The text; of a structured value its JSON, in which secrets are `[secret]`. Null if all of it is a secret. */
  value: string | null
  hasSecret: boolean
}

/** What a self-managed backend keeps of a run (docs/state.md, History entries). */
export type RunEntry = {
  /** `update`, `refresh`, `destroy` or `resource-import`. */
  kind: string
  /** Epoch milliseconds by the clock of the machine that ran it, in whole seconds; null if the entry does not say. */
  startTime: number | null
  message: string
  /** Facts on commit, CI job and CLI by key: `domain/lease/client.ts` reads them. */
  environment: Record<string, string>
  /** By its full key, `project:name`. */
  config: Record<string, RunConfigValue>
  result: 'succeeded' | 'failed' | 'unknown'
  /** Number of steps by kind: `create`, `same`. */
  resourceChanges: Record<string, number>
}

/** A larger entry is none that a run wrote. */
const MAX_ENTRY = 20_000_000

/** Reads the JSON of an entry in the history of a self-managed backend. Unknown keys are ignored, wrong values left out. */
export function readHistoryEntry(text: string): { ok: true; entry: RunEntry } | { ok: false; problem: EntryProblem } {
  if (text.trim() === '') return { ok: false, problem: 'empty' }
  if (text.length > MAX_ENTRY) return { ok: false, problem: 'tooLarge' }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { ok: false, problem: 'truncated' }
  }
  if (!isObject(json)) return { ok: false, problem: 'noEntry' }
  const kind = valueOf(json, 'kind')
  if (typeof kind !== 'string' || kind === '') return { ok: false, problem: 'noEntry' }
  const result = valueOf(json, 'result')
  return {
    ok: true,
    entry: {
      kind,
      startTime: instant(valueOf(json, 'starttime')),
      message: textOf(valueOf(json, 'message')),
      environment: entriesOf(valueOf(json, 'environment'), (value) => (typeof value === 'string' ? value : undefined)),
      config: entriesOf(valueOf(json, 'config'), configValue),
      result: result === 'succeeded' || result === 'failed' ? result : 'unknown',
      resourceChanges: entriesOf(valueOf(json, 'resourcechanges'), countOf),
    },
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** From Unix seconds; Go's zero time means none. */
function instant(seconds: unknown): number | null {
  if (typeof seconds !== 'number' || !Number.isFinite(seconds)) return null
  return seconds > 0 && seconds < 8_640_000_000_000 ? Math.round(seconds * 1000) : null
}

const countOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined

/** Own entries, also of names like `__proto__`; those that `read` does not accept are left out. */
function entriesOf<Value>(map: unknown, read: (value: unknown) => Value | undefined): Record<string, Value> {
  const entries: [string, Value][] = []
  for (const [key, each] of Object.entries(isObject(map) ? map : {})) {
    const value = read(each)
    if (value !== undefined) entries.push([key, value])
  }
  return Object.fromEntries(entries)
}

function configValue(value: unknown): RunConfigValue {
  if (typeof value === 'string') return { value, hasSecret: false }
  const { masked, hasSecret } = maskSecure(value)
  return { value: masked === SECRET ? null : JSON.stringify(masked), hasSecret }
}
