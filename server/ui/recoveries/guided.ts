import type { Finding, RecoveryOptions } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { readState as parseState } from '#domain/checkpoint.ts'
import { verify } from '#domain/integrity.ts'
import type { Facts, FactsWithEarlier, GuidedRecovery } from '#domain/recoveries/guidedRecovery.ts'
import { guidedRecoveries } from '#domain/recoveries/registry.ts'
import type { EarlierVersion } from '#domain/repair/plan.ts'
import { migrate } from '#domain/migration.ts'
import { refOf } from '../../service/names.ts'
import { openOn } from '../openOrphans.ts'
import { readState } from '../../service/states.ts'
import type { Reader, StackRow, StateRow } from '../../store/port.ts'
import { briefOf } from '../views.ts'
import type { Look } from './facts.ts'
import { trouble } from './runFacts.ts'

/** Most former versions that are named, and most of which the entries are read. */
const MOST_VERSIONS = 50
const MOST_EARLIER = 8
/** Bytes of text of the former versions that are read together; each takes several times as much while it is looked at. */
const MOST_EARLIER_BYTES = 48 * 1024 * 1024
/** Most problems that are shown at once; the rest comes when these are settled. */
const MOST_PROBLEMS = 200

/** What the recoveries of the common frame decide by, without former versions' entries. */
export async function factsOf(
  reader: Reader,
  stack: StackRow,
  { document, row, items, unreadable, run, updates }: Look,
  now: number,
): Promise<Facts> {
  const didEndWell = run === undefined || run.status === 'running' || run.status === 'succeeded'
  const { messages, failed } = didEndWell ? { messages: [], failed: [] } : await trouble(reader, run.id)
  const byId = new Map(updates.map((update) => [update.id, update]))
  const states = await formerStates(reader, stack, row)
  return {
    stack: refOf(stack),
    now,
    document: unreadable === null ? migrate(document) : document,
    integrity: unreadable === null ? verify(document.deployment) : [],
    unreadable,
    pending: items,
    lastRun: run ? await briefOf(reader, run) : null,
    cliVersion: run?.request.environment['pulumi.version'] ?? '',
    messages,
    failed,
    ...(await openOn(reader, stack)),
    versions: states.map(({ version, updateId, createdAt, resourceCount, finding }) => {
      const update = byId.get(updateId ?? '')
      return { version, kind: update?.kind ?? '', by: update?.requestedBy ?? '', at: createdAt, resourceCount, finding }
    }),
  }
}

const formerStates = async (reader: Reader, stack: StackRow, row: StateRow | null): Promise<StateRow[]> =>
  (await reader.states(stack.id, { limit: MOST_VERSIONS, offset: 0 })).filter(({ id }) => id !== row?.id)

/** With the newest former states, each different one once, and the newest that verified among them. */
export async function withEarlier(
  reader: Reader,
  stack: StackRow,
  facts: Facts,
  row: StateRow | null,
): Promise<FactsWithEarlier> {
  const states = await formerStates(reader, stack, row)
  const different = states.filter(
    ({ hash }, at) => hash !== row?.hash && states.findIndex((s) => s.hash === hash) === at,
  )
  const sound = different.find(({ finding }) => finding === null)
  const wanted = [...different.slice(0, MOST_EARLIER), ...(sound ? [sound] : [])]
  const alarmed = new Set((facts.alarms ?? []).map(({ baseVersion }) => baseVersion))
  wanted.unshift(...states.filter(({ version, textRemovedAt }) => alarmed.has(version) && textRemovedAt === null))
  const earlier: EarlierVersion[] = []
  let bytes = 0
  for (const state of new Set([...(sound ? [sound] : []), ...wanted])) {
    bytes += state.bytes
    if (bytes > MOST_EARLIER_BYTES && earlier.length > 0) break
    const document = await readState(reader, state.id)
    if (!parseState(document).ok) continue
    earlier.push({ version: state.version, deployment: migrate(document).deployment })
  }
  return { ...facts, earlier: earlier.toSorted((a, b) => b.version - a.version) }
}

/** What applies, without what it waits for. A recovery that stumbles over a strange state must not hide the others. */
export const guidedFindings = (facts: Facts): Omit<Finding, 'blocked'>[] =>
  guidedRecoveries.flatMap(({ id, finding, apply }) => {
    // Nothing is made of what cannot be read; how to come to read it is.
    if (facts.unreadable !== null && apply !== undefined) return []
    const found = finding(facts)
    return found ? [{ recovery: id, ...found }] : []
  })

/** What one recovery offers for the state in force. */
export function optionsOf(
  recovery: GuidedRecovery,
  facts: FactsWithEarlier,
  basis: RecoveryOptions['basis'],
  finding: Finding | null,
): RecoveryOptions {
  const problems = facts.unreadable === null ? (recovery.problems?.(facts) ?? []) : []
  return {
    recovery: recovery.id satisfies RecoveryId,
    basis,
    finding,
    problems: problems.slice(0, MOST_PROBLEMS),
    left: Math.max(0, problems.length - MOST_PROBLEMS),
    onlyOne: recovery.onlyOne ?? false,
    guide: recovery.guide?.(facts) ?? null,
  }
}
