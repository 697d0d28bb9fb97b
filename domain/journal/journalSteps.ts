import { normaliseAliases, type AliasConflict } from '../state/aliases.ts'
import type { Deployment, Resource, SecretsProvider } from '../state/checkpoint.ts'
import { ENTRY_KIND, type JournalEntry } from './journalEntry.ts'
import { pruneAfterRefresh } from './refreshPruning.ts'
import { sameJson } from '../json/sameJson.ts'

export const ENDS_OPERATION: ReadonlySet<number> = new Set([
  ENTRY_KIND.success,
  ENTRY_KIND.failure,
  ENTRY_KIND.refreshSuccess,
])

/** The effect of the entries since the last base. */
export type Steps = {
  base: Deployment
  fresh: { operationID: number; resource: Resource }[]
  indexOf: Map<number, number>
  gone: Set<number>
  markDelete: Set<number>
  markPending: Set<number>
  replaced: Map<number, Resource>
  dropFresh: Set<number>
  open: Map<number, JournalEntry>
  extensions: Record<string, unknown>
}

export const freshSteps = (base: Deployment): Steps => ({
  base,
  fresh: [],
  indexOf: new Map(),
  gone: new Set(),
  markDelete: new Set(),
  markPending: new Set(),
  replaced: new Map(),
  dropFresh: new Set(),
  open: new Map(),
  extensions: {},
})

export function applyToSteps(steps: Steps, entry: JournalEntry): void {
  if (ENDS_OPERATION.has(entry.kind)) steps.open.delete(entry.operationID)
  switch (entry.kind) {
    case ENTRY_KIND.begin:
      steps.open.set(entry.operationID, entry)
      return
    case ENTRY_KIND.success:
      return succeed(steps, entry)
    case ENTRY_KIND.refreshSuccess:
      return replaceState(steps, entry, 'removes')
    case ENTRY_KIND.outputs:
      return replaceState(steps, entry, 'keeps')
    case ENTRY_KIND.write:
      if (entry.newSnapshot) steps.base = entry.newSnapshot
      return
    case ENTRY_KIND.secretsManager:
      return setSecretsProvider(steps, entry.secretsProvider)
    case ENTRY_KIND.extension:
      if (entry.extensionRef) steps.extensions = { ...steps.extensions, [entry.extensionRef]: entry.extension }
      return
    case ENTRY_KIND.snippets:
      steps.base = { ...steps.base, snippets: entry.snippets ?? null }
  }
}

function succeed(steps: Steps, entry: JournalEntry): void {
  if (entry.state) {
    steps.indexOf.set(entry.operationID, steps.fresh.length)
    steps.fresh.push({ operationID: entry.operationID, resource: entry.state })
  }
  if (isReference(entry.removeOld)) steps.gone.add(entry.removeOld)
  if (isReference(entry.removeNew)) steps.dropFresh.add(entry.removeNew)
  if (isReference(entry.deleteOld)) steps.markDelete.add(entry.deleteOld)
  if (isReference(entry.deleteNew)) changeFresh(steps, entry.deleteNew, (now) => ({ ...now, delete: true }))
  if (isReference(entry.pendingReplacementOld)) steps.markPending.add(entry.pendingReplacementOld)
  if (isReference(entry.pendingReplacementNew)) {
    changeFresh(steps, entry.pendingReplacementNew, (now) => ({ ...now, pendingReplacement: true }))
  }
}

/** A refresh without a state found the resource gone; outputs without a state change nothing. */
function replaceState(steps: Steps, { state, removeOld, removeNew }: JournalEntry, absence: 'removes' | 'keeps'): void {
  if (isReference(removeOld)) {
    if (state) steps.replaced.set(removeOld, state)
    else if (absence === 'removes') steps.gone.add(removeOld)
  }
  if (isReference(removeNew)) {
    if (state) changeFresh(steps, removeNew, () => state)
    else if (absence === 'removes') steps.dropFresh.add(removeNew)
  }
}

/**
 * Changes a resource in place: its position in the list keeps dependencies before dependents. An unknown operation is
 * ignored.
 */
function changeFresh(steps: Steps, operationID: number, change: (now: Resource) => Resource): void {
  const step = steps.fresh[steps.indexOf.get(operationID) ?? -1]
  if (step) step.resource = change(step.resource)
}

function setSecretsProvider(steps: Steps, provider: SecretsProvider | null | undefined): void {
  if (!provider) return // without the means to decrypt, the base's provider is always better
  const present = steps.base.secrets_providers
  if (present && present.type === provider.type && sameJson(present.state, provider.state)) return
  steps.base = { ...steps.base, secrets_providers: provider }
}

const isReference = (value: number | null | undefined): value is number => typeof value === 'number'

/**
 * New resources first, then the rest of the base: this keeps dependencies before dependents (docs/protocol.md, Replay).
 */
export function generate(steps: Steps, sawRefresh: boolean): { deployment: Deployment; conflicts: AliasConflict[] } {
  const resources = steps.fresh
    .filter(({ operationID }) => !steps.dropFresh.has(operationID))
    .map((step) => step.resource)
  for (const [index, resource] of (steps.base.resources ?? []).entries()) {
    if (!steps.gone.has(index)) resources.push(steps.replaced.get(index) ?? withMarks(steps, index, resource))
  }
  const pending = [
    ...[...steps.open.values()].flatMap(({ operation }) => operation ?? []),
    ...(steps.base.pending_operations ?? []).filter(({ type }) => type === 'creating'),
  ]
  const extensions = { ...steps.extensions, ...steps.base.extensions }
  const { manifest = {}, secrets_providers, resources: _old, pending_operations: _ended, ...rest } = steps.base
  const { metadata, snippets, extensions: _replaced, ...unknown } = rest
  return normaliseAliases({
    manifest,
    ...(secrets_providers && { secrets_providers }),
    ...(resources.length > 0 && { resources: sawRefresh ? pruneAfterRefresh(resources) : resources }),
    ...(pending.length > 0 && { pending_operations: pending }),
    ...(metadata && { metadata }),
    ...(snippets && snippets.length > 0 && { snippets }),
    ...(Object.keys(extensions).length > 0 && { extensions }),
    ...unknown,
  })
}

function withMarks(steps: Steps, index: number, resource: Resource): Resource {
  const isPending = steps.markPending.has(index)
  const isOld = steps.markDelete.has(index)
  if (!isPending && !isOld) return resource
  return { ...resource, ...(isPending && { pendingReplacement: true }), ...(isOld && { delete: true }) }
}
