import type { Deployment, PendingOperation, Resource, SecretsProvider, Snippet } from '../state/checkpoint.ts'
import { isObject } from '../json/jsonObject.ts'
import { deploymentProblem, operationProblem, resourceProblem } from '../state/shapes.ts'

/** One entry of an update's journal (docs/protocol.md, Journal). Open: what we do not know is kept. */
export type JournalEntry = {
  version?: number
  kind: number
  /** From 1, unique within the update: entries are deduplicated and ordered by it. */
  sequenceID: number
  /** From 1, ties begin and end of one step; 0 where there is no step. */
  operationID: number
  /** `…Old`: index into the base's resources. `…New`: operation whose state became a new resource. */
  removeOld?: number | null
  removeNew?: number | null
  pendingReplacementOld?: number | null
  pendingReplacementNew?: number | null
  deleteOld?: number | null
  deleteNew?: number | null
  state?: Resource | null
  operation?: PendingOperation | null
  isRefresh?: boolean | null
  secretsProvider?: SecretsProvider | null
  snippets?: Snippet[] | null
  newSnapshot?: Deployment | null
  extensionRef?: string | null
  extension?: unknown
  requiresByteString?: boolean | null
  [key: string]: unknown
}

export const ENTRY_KIND = {
  begin: 0,
  success: 1,
  failure: 2,
  refreshSuccess: 3,
  outputs: 4,
  write: 5,
  secretsManager: 6,
  rebuiltBase: 7,
  extension: 8,
  snippets: 9,
} as const

/**
 * Why a replay cannot read this entry; undefined when it can. A server refuses such an entry; one that was stored anyway
 *  is skipped, so that it cannot keep an update from ending.
 */
export function entryProblem(entry: unknown): string | undefined {
  if (!isObject(entry)) return 'an entry must be an object'
  if (!Number.isInteger(entry['kind'])) return 'kind must be a whole number'
  if (!Number.isInteger(entry['sequenceID'])) return 'sequenceID must be a whole number'
  for (const key of ['operationID', ...REFERENCES]) {
    if (!Number.isInteger(entry[key] ?? 0)) return `${key} must be a whole number`
  }
  const { state, operation, newSnapshot, secretsProvider, snippets } = entry
  return (
    (isGiven(state) ? resourceProblem(state) : undefined) ??
    (isGiven(operation) ? operationProblem(operation) : undefined) ??
    deploymentProblem(newSnapshot ?? {}) ??
    deploymentProblem({ secrets_providers: secretsProvider, snippets })
  )
}

/** What is `0` or `false` is given, and wrong; only null says that there is none. */
const isGiven = (value: unknown): boolean => value !== null && value !== undefined

const REFERENCES = [
  'removeOld',
  'removeNew',
  'pendingReplacementOld',
  'pendingReplacementNew',
  'deleteOld',
  'deleteNew',
]
