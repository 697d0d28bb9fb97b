import type { PendingItem, PendingSituation } from '#contract/recoveries.ts'
import type { Deployment, PendingOperation, Resource } from '../state/checkpoint.ts'
import { importResource, preview, refresh, refreshClearingCreates, refreshPreview, refreshTarget } from '../commands.ts'
import { cluesFor } from '../recoveries/pending/clues.ts'
import { entryIndex } from '../recoveries/pending/entryIndex.ts'
import { renamedOld, situations } from '../recoveries/pending/situations.ts'
import { isOnlyInState } from '../state/onlyInState.ts'
import { maskProperties } from '../state/secrets.ts'
import { urnName } from '../state/urn.ts'
import type { NamedStack } from '../stackName.ts'

/** The first version of the state with an operation, and the live entry with its URN in that version. */
export type FirstSeen = {
  version: number
  update: string
  /** Epoch milliseconds. */
  at: number
  /** Id of the live entry in that version; null if there was none, undefined if that version cannot be read. */
  liveId?: string | null
}

export type PendingContext = {
  stack: NamedStack
  deployment: Deployment
  /** By key of the operation. */
  firstSeen?: ReadonlyMap<string, FirstSeen>
  /** Late reports of clients whose updates were ended: URNs with their ids. */
  late?: { update: string; urn: string; at: number; resourceId: string }[]
}

/** Identifies an operation within one state. */
export const pendingKey = (index: number, { type, resource }: PendingOperation): string =>
  `${index}:${type}:${resource.urn}`

/** The live entry with a URN, as opposed to old entries that are marked for deletion. */
export const liveEntry = (deployment: Deployment, urn: string): Resource | undefined =>
  deployment.resources ? entryIndex(deployment.resources).live.get(urn) : undefined

/**
 * The live entry that an operation is about. A create may replace an entry with a former URN, which the engine finds by
 * the program's alias: it gets the new URN only with the create's success.
 */
function entryFor(
  { type, resource: { urn, aliases } }: PendingOperation,
  deployment: Deployment,
): Resource | undefined {
  const names = type === 'creating' ? [urn, ...(aliases ?? [])] : [urn]
  for (const name of names) {
    const live = liveEntry(deployment, name)
    if (live) return live
  }
  return undefined
}

/** The relation of an operation to the state (docs/state.md, Outcomes). */
function situationOf(op: PendingOperation, live: Resource | undefined, firstSeen?: FirstSeen): PendingSituation {
  switch (op.type) {
    case 'updating':
    case 'deleting':
    case 'reading':
    case 'importing':
      return op.type
    case 'creating': {
      if (isOnlyInState(op.resource)) return 'createOnlyInState'
      if (!live) return 'createNotLive'
      if (live.pendingReplacement) return 'createHalfReplaced'
      // Its create's success would have renamed it, so the create is of the resource that replaces it.
      if (live.urn !== op.resource.urn) return 'createLiveOlder'
      const isOlder = isLiveOlder(live, firstSeen)
      if (isOlder === undefined) return 'createLiveUnknownAge'
      return isOlder ? 'createLiveOlder' : 'createLiveNewer'
    }
    default:
      return 'unknownType'
  }
}

/**
 * The former version decides if it can be read; `created` is by the clock of another machine, and absent in old states.
 */
function isLiveOlder(live: Resource, firstSeen: FirstSeen | undefined): boolean | undefined {
  if (!firstSeen) return undefined
  if (firstSeen.liveId !== undefined) return firstSeen.liveId === (live.id ?? '')
  const created = Date.parse(live.created ?? '')
  return Number.isNaN(created) ? undefined : created < firstSeen.at
}

/** All information for judging the pending operations, in the order of the state. Secrets are masked. */
export function pendingItems(context: PendingContext): PendingItem[] {
  return (context.deployment.pending_operations ?? []).map((op, index) => classify(op, index, context))
}

/** The information for one pending operation. */
export function classify(op: PendingOperation, index: number, context: PendingContext): PendingItem {
  const { deployment, firstSeen, late = [] } = context
  const { resource } = op
  const key = pendingKey(index, op)
  const since = firstSeen?.get(key)
  const live = entryFor(op, deployment)
  const situation = situationOf(op, live, since)
  const words =
    live && live.urn !== resource.urn && situation === 'createLiveOlder'
      ? { ...situations[situation], ...renamedOld(urnName(live.urn)) }
      : situations[situation]
  // Outputs that the provider marks as secret are masked in the inputs too, as the values are often the same.
  const secretKeys = [...(resource.additionalSecretOutputs ?? []), ...(live?.additionalSecretOutputs ?? [])]
  const shown = (properties: Resource['inputs']) => maskProperties(properties ?? {}, secretKeys)
  const intended = shown(resource.inputs)
  // The client of another update has created another object.
  const isAbout = ({ urn, update }: (typeof late)[number]) => urn === resource.urn && update === since?.update
  const lateEvidence = op.type === 'creating' ? late.filter(isAbout) : []
  return {
    key,
    index,
    type: op.type,
    urn: resource.urn,
    name: urnName(resource.urn),
    resourceType: resource.type,
    situation,
    recovery: words.recovery,
    meaning: meaningOf(words.meaning, situation, lateEvidence.at(-1)?.resourceId),
    ifYouJustRunUp: words.ifYouJustRunUp,
    safePath: words.safePath,
    clues: cluesFor({ ...resource, inputs: intended }, deployment.resources ?? []),
    since: since ? { version: since.version, update: since.update, at: since.at } : null,
    live: live
      ? { id: live.id ?? null, created: live.created ?? null, inputs: shown(live.inputs), outputs: shown(live.outputs) }
      : null,
    intended: { id: resource.id || null, inputs: intended },
    lateEvidence: lateEvidence.map(({ at, resourceId }) => ({ at, resourceId })),
    answers: words.answers.map((answer) => ({ ...answer })),
    terminal: terminalLines(op, situation, context, lateEvidence.at(-1)?.resourceId),
  }
}

/** What the cloud may contain. A reported ID says more than that the outcome is unknown. */
const meaningOf = (unknown: string, situation: PendingSituation, lateId: string | undefined): string =>
  situation === 'createNotLive' && lateId !== undefined
    ? `The client reported that it was created, with the ID ${lateId}, but no state has recorded it.`
    : unknown

function terminalLines(
  op: PendingOperation,
  situation: PendingSituation,
  context: PendingContext,
  lateId?: string,
): string[] {
  const { stack, deployment } = context
  const { resource } = op
  switch (situation) {
    case 'createNotLive':
      return [
        ...commented(
          '# It exists and is wanted: adopt it, then clear the pending create.',
          importResource(stack, resource, lateId),
        ),
        ...clearLines(stack, deployment),
      ]
    case 'createHalfReplaced':
    case 'createLiveOlder':
    case 'createLiveNewer':
    case 'createLiveUnknownAge':
    case 'createOnlyInState':
      return clearLines(stack, deployment)
    case 'updating':
    case 'deleting':
      return [refreshPreview(stack), refreshTarget(stack, resource.urn), preview(stack)]
    case 'reading':
    case 'unknownType':
      return [refreshPreview(stack), preview(stack)]
    case 'importing':
      return [
        ...commented(undefined, importResource(stack, resource, resource.importID || resource.id || lateId)),
        preview(stack),
      ]
  }
}

/** A command below its comment; nothing if there is no command. */
const commented = (comment: string | undefined, command: string | undefined): string[] =>
  command === undefined ? [] : [...(comment === undefined ? [] : [comment]), command]

function clearLines(stack: NamedStack, { pending_operations: operations }: Deployment): string[] {
  const isCreate = ({ type }: PendingOperation) => type === 'creating'
  const first = operations?.findIndex(isCreate) ?? -1
  return first === operations?.findLastIndex(isCreate) && first >= 0
    ? ['# Looked at and resolved: clear it.', refreshClearingCreates(stack)]
    : ['# Looked at and resolved: answer "clear" for this one and "skip" for the others.', refresh(stack)]
}
