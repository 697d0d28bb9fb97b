import type { Deployment, PendingOperation, Resource, SecretsProvider, Snippet } from '../state/checkpoint.ts'
import { isObject } from '../json/jsonObject.ts'
import { deploymentProblem, operationProblem, resourceProblem } from '../state/shapes.ts'

/** One entry of an update's journal (docs/protocol.md, Journal). Open: unknown fields are kept. */
export type JournalEntry = {
  version?: number
  kind: number
  /** From 1, unique within the update; used to deduplicate and order entries. */
  sequenceID: number
  /** From 1, connects the start and the end of a step; 0 if there is no step. */
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
 * Why a replay cannot read this entry; undefined if it can. A server refuses such an entry; one that was stored anyway
 * is skipped, so that the update can still end.
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

/** `0` and `false` count as given, and are errors; only null and undefined mean that there is no value. */
const isGiven = (value: unknown): boolean => value !== null && value !== undefined

const REFERENCES = [
  'removeOld',
  'removeNew',
  'pendingReplacementOld',
  'pendingReplacementNew',
  'deleteOld',
  'deleteNew',
]
