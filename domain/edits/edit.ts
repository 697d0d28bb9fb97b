import type { EditProblem } from '#contract/edits.ts'
import { type Deployment, type Resource, type StateDocument, toDocument } from '../state/checkpoint.ts'
import { longestRising } from '../diff/longestRising.ts'
import { migrate } from '../state/migration.ts'
import { verify } from '../state/integrity.ts'
import { verdictOf } from '../plan/verdict.ts'

/**
 * The exact effect of an edit (docs/recovery.md, Rules of a write). Entries may contain secrets, which must be masked
 * before they are shown.
 */
export type Changes = {
  added: Resource[]
  removed: Resource[]
  changed: { before: Resource; after: Resource }[]
  /** Entries with another place in the list: a minimal set that explains the new order. */
  moved: Resource[]
  urnsChanged: { from: string; to: string }[]
}

/**
 * A changed state, with its differences from the original document. If `problems` has an error, it is the original
 * document.
 */
export type StateEdit = { document: StateDocument; changed: Changes; problems: EditProblem[] }

/** An entry of the new list, with its index in the base; -1 if it is new. */
export type DraftEntry = { at: number; resource: Resource }

export const noChanges = (): Changes => ({ added: [], removed: [], changed: [], moved: [], urnsChanged: [] })

export const hasError = (problems: readonly EditProblem[]): boolean =>
  problems.some(({ severity }) => severity === 'error')

export const error = (code: string, message: string, urns?: string[]): EditProblem => ({
  severity: 'error',
  code,
  message,
  ...(urns && { urns }),
})

export const warning = (code: string, message: string, urns?: string[]): EditProblem => ({
  severity: 'warning',
  code,
  message,
  ...(urns && { urns }),
})

export const refused = (document: StateDocument, problems: EditProblem[]): StateEdit => ({
  document,
  changed: noChanges(),
  problems,
})

/** The entries of a state as a draft without changes. */
export const draftOf = (document: StateDocument): DraftEntry[] =>
  (document.deployment.resources ?? []).map((resource, at) => ({ at, resource }))

type Edit = (
  document: StateDocument,
  draft: DraftEntry[],
) => { draft: DraftEntry[]; beside?: Partial<Deployment>; problems: EditProblem[] }

/**
 * Runs an edit like the CLI's `state` commands: refused if the read verifier objects to the state, all or nothing
 * (docs/state.md, State commands). Older schema versions are migrated to 3 first.
 */
export function editValid(base: StateDocument, edit: Edit): StateEdit {
  const first = verify(base.deployment).find(({ verifier }) => verifier !== 'B')
  if (first) {
    return refused(base, [error('invalidState', `The state is invalid and must be repaired first: ${first.message}.`)])
  }
  return editAny(base, edit)
}

/**
 * Runs an edit that also works on an invalid state, and must leave it less invalid (docs/recovery.md, Rules of a
 * write).
 */
export function editAny(base: StateDocument, edit: Edit): StateEdit {
  const document = migrate(base)
  const { draft, beside = {}, problems } = edit(document, draftOf(document))
  if (hasError(problems)) return refused(base, problems)
  const result = applyDraft(document, draft, beside)
  if (result.document === document) return { ...result, problems }
  const { refusal } = verdictOf(document, result.document, result.changed.urnsChanged)
  if (refusal) return refused(base, [...problems, error(refusal.code, refusal.message)])
  return { ...result, problems }
}

/**
 * The document with the draft as its resources; everything else is shared by reference (docs/recovery.md, Rules of a
 * write).
 */
export function applyDraft(
  base: StateDocument,
  draft: DraftEntry[],
  beside: Partial<Deployment> = {},
): Pick<StateEdit, 'document' | 'changed'> {
  const changed = changesOf(base.deployment.resources ?? [], draft)
  const isBesideSame = Object.entries(beside).every(([key, value]) => base.deployment[key] === value)
  const { added, removed, moved } = changed
  const isListSame = added.length + removed.length + moved.length + changed.changed.length === 0
  if (isBesideSame && isListSame) return { document: base, changed }
  const resources = isListSame ? {} : { resources: draft.map(({ resource }) => resource) }
  const deployment: Deployment = { ...base.deployment, ...beside, ...resources }
  for (const key of Object.keys(beside)) if (deployment[key] === undefined) delete deployment[key]
  return { document: withDeployment(base, deployment), changed }
}

/**
 * Updates version and features to the content; strings that are not UTF-8 cannot be detected, so that feature is kept.
 */
export function withDeployment(base: StateDocument, deployment: Deployment): StateDocument {
  const { version, features } = toDocument(deployment, { byteString: base.features?.includes('byteString') ?? false })
  if (features)
    return {
      ...base,
      version,
      features: features.join() === base.features?.join() ? base.features : features,
      deployment,
    }
  const { features: _none, ...rest } = base
  return { ...rest, version, deployment }
}

function changesOf(before: Resource[], draft: DraftEntry[]): Changes {
  const changes = noChanges()
  const kept = new Set<number>()
  const places: DraftEntry[] = []
  for (const entry of draft) {
    const source = before[entry.at]
    if (!source) {
      changes.added.push(entry.resource)
      continue
    }
    kept.add(entry.at)
    places.push(entry)
    if (source === entry.resource) continue
    changes.changed.push({ before: source, after: entry.resource })
    if (source.urn !== entry.resource.urn) changes.urnsChanged.push({ from: source.urn, to: entry.resource.urn })
  }
  changes.removed = before.filter((_, index) => !kept.has(index))
  const inOrder = longestRising(places.map(({ at }) => at))
  changes.moved = places.filter(({ at }) => !inOrder.has(at)).map(({ resource }) => resource)
  return changes
}
