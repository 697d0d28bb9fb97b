import type { Resource, StateDocument } from '#domain/state/checkpoint.ts'
import { decodingFaults } from '#domain/state/decoding.ts'
import { isAccepted, verify } from '#domain/state/integrity.ts'
import { migrate } from '#domain/state/migration.ts'
import { applyDraft, type Changes, type DraftEntry } from '#domain/edits/edit.ts'
import { type Edge, edgesOf, mapEdges } from '#domain/edits/references.ts'
import { childQualifiedType, makeUrn, urnAssertion } from '#domain/state/urn.ts'
import { sortAsCli } from './sortAsCli.ts'

/** An entry that lost references or got another URN, as listed in the CLI's summary (docs/state.md, Repair). */
export type Pruned = { from: string; to: string; isOld: boolean; removed: Edge[] }

/** An entry that has moved, under its URN after pruning. */
export type Reordered = { urn: string; isOld: boolean }

export type CliRepair =
  | { verdict: 'alreadyValid' }
  /** Nothing is written; `error` is the engine's message. */
  | { verdict: 'cannotRepair'; error: string }
  | { verdict: 'repaired'; document: StateDocument; changed: Changes; reordered: Reordered[]; pruned: Pruned[] }

/**
 * The result of `pulumi state repair`: sort, then prune (docs/state.md, Repair), including its faults. For comparison,
 * and to predict the command; `findRepairs` is the better repair. Pending operations and unknown keys stay.
 */
export function repairAsCli(base: StateDocument): CliRepair {
  const document = migrate(base)
  const [fault] = decodingFaults(document.deployment)
  if (fault) return { verdict: 'cannotRepair', error: `could not deserialize deployment: ${fault.message}` }
  if (isAccepted(verify(document.deployment))) return { verdict: 'alreadyValid' }
  const resources = document.deployment.resources ?? []
  const [assertion] = resources.flatMap(({ urn }) => urnAssertion(urn) ?? []) // it ends the CLI before anything is written
  if (assertion !== undefined) return { verdict: 'cannotRepair', error: assertion }
  const sorted = sortAsCli(resources)
  if (!sorted.ok) return { verdict: 'cannotRepair', error: sorted.error }
  const inOrder = sorted.order.flatMap((at): DraftEntry[] => (resources[at] ? [{ at, resource: resources[at] }] : []))
  const { draft, pruned } = prune(inOrder)
  const result = applyDraft(document, draft)
  const [finding] = verify(result.document.deployment).filter(({ verifier }) => verifier !== 'B')
  if (finding) return { verdict: 'cannotRepair', error: finding.message }
  return { verdict: 'repaired', ...result, reordered: reordered(resources, draft), pruned }
}

/** Drops references to later or missing entries, and makes URNs match parents (docs/state.md, Repair). */
function prune(list: DraftEntry[]): { draft: DraftEntry[]; pruned: Pruned[] } {
  const seen = new Map<string, string>()
  const pruned: Pruned[] = []
  const draft = list.map(({ at, resource }): DraftEntry => {
    const removed = edgesOf(resource).filter(({ target }) => !seen.has(target))
    let kept = mapEdges(resource, (edge) => (edge.kind === 'replaceWith' ? edge.target : seen.get(edge.target)))
    const { parent, replaceWith } = resource
    const urn = parent ? rebuilt(resource.urn, seen.get(parent)) : resource.urn
    // The CLI appends its results to the list instead of replacing it, so nothing ever leaves the list.
    const again = (replaceWith ?? []).flatMap((target) => seen.get(target) ?? [])
    if (again.length > 0) kept = { ...kept, replaceWith: [...(replaceWith ?? []), ...again] }
    if (urn !== resource.urn) kept = { ...kept, urn }
    if (urn !== resource.urn || removed.length > 0) {
      pruned.push({ from: resource.urn, to: urn, isOld: Boolean(resource.delete), removed })
    }
    seen.set(resource.urn, urn)
    return { at, resource: kept }
  })
  return { draft, pruned }
}

/**
 * The URN under that parent, or under none. The engine also parses invalid URNs: for a missing part it uses the whole
 * text.
 */
function rebuilt(urn: string, parent: string | undefined): string {
  const own = looseParts(urn)
  const ownType = own.qualifiedType.slice(own.qualifiedType.lastIndexOf('$') + 1)
  const parentType = parent === undefined ? '' : looseParts(parent).qualifiedType
  return makeUrn({ ...own, qualifiedType: childQualifiedType(parentType, ownType) })
}

function looseParts(urn: string) {
  const text = urn.replace(/^urn:pulumi:/, '')
  const [stack = text, project = text, qualifiedType = text, ...name] = text.split('::')
  return { stack, project, qualifiedType, name: name.length > 0 ? name.join('::') : text }
}

/**
 * The entries that the CLI lists as reordered: both neighbours changed (docs/state.md, Repair). Neighbours are looked
 * up by URN, so for duplicates those of the last one count. The last entry of the list has no successor.
 */
function reordered(before: Resource[], after: DraftEntry[]): Reordered[] {
  const previous = new Map<string, number | undefined>()
  const next = new Map<string, number>()
  for (const [at, { urn }] of before.entries()) {
    previous.set(urn, at > 0 ? at - 1 : undefined)
    const earlier = before[at - 1]
    if (earlier) next.set(earlier.urn, at)
  }
  return after.flatMap(({ at, resource }, index) => {
    const urn = before[at]?.urn ?? ''
    const isMoved = after[index - 1]?.at !== previous.get(urn) && after[index + 1]?.at !== next.get(urn)
    return isMoved ? [{ urn: resource.urn, isOld: Boolean(resource.delete) }] : []
  })
}

/** The summary that the CLI prints before it asks (docs/state.md, Repair). */
export function cliSummary({ reordered: moved, pruned }: Extract<CliRepair, { verdict: 'repaired' }>): string {
  const kinds = { parent: 'parent', dependency: 'dependency', deletedWith: 'deleted with', replaceWith: 'replace with' }
  const edgeLine = ({ kind, target, property }: Edge) =>
    `  - ${target} [${kind === 'propertyDependency' ? `property dependency: ${property}` : kinds[kind]}]`
  const blocks: string[] = []
  if (moved.length > 0) {
    const lines = moved.map(({ urn, isOld }) => `* ${urn}${isOld ? ' (deleted)' : ''}`)
    blocks.push(
      ['The following resources will be reordered to appear before their dependents:', '', ...lines].join('\n'),
    )
  }
  if (pruned.length > 0) {
    const lines = pruned.flatMap(({ from, to, isOld, removed }) => [
      `~ ${from}${isOld ? ' (deleted)' : ''}`,
      ...(from === to ? [] : [`  ~ ${to} [urn]`]),
      ...removed.map(edgeLine),
    ])
    blocks.push(['The following resources will be modified to remove missing dependencies:', '', ...lines].join('\n'))
  }
  return blocks.join('\n\n')
}
