import type { StackRef } from '#contract/common.ts'
import type { Diagnosis, RecoveryOptions } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { diagnose } from '#domain/health/diagnosis.ts'
import { guidedRecovery } from '#domain/recoveries/registry.ts'
import type { FactsWithoutState } from '#domain/recoveries/stateFacts.ts'
import { fullName as nameOfRef, parseFullName } from '#domain/stackName.ts'
import { namesOf } from '../../core/access/displayNames.ts'
import { mayStillRunSince } from '#domain/lease/lateReports.ts'
import { outagesOf } from '../../core/leases/outages.ts'
import { type RecoveryContext, recoveryContext } from '../../core/recoveries/context.ts'
import { earlierStates, factsOf, formerVersions, statesOfVersions } from '../../core/recoveries/facts.ts'
import { lateLines } from '../../core/recoveries/lateReports.ts'
import { progressOf } from '../../core/recoveries/progress.ts'
import { basisOf } from '../../core/stacks/basis.ts'
import { deletionOf, formerNames, nowCalled } from '../../core/stacks/formerNames.ts'
import { fullName, namedStack, refOf } from '../../core/stacks/names.ts'
import { briefOf } from '../../core/updates/briefs.ts'
import { lateEvidenceOf } from '../../core/updates/lateRows.ts'
import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import type { Reader } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import { ask, storedState } from '../../texts/askStates.ts'
import { backendsOf, elsewhereOf } from '../backends/elsewhere.ts'
import { toLease } from '../leases/leaseView.ts'
import { readersOf, refersTo } from '../stacks/readersOf.ts'

/** Maximum number of broken references that are shown. */
const MAX_REFERENCES = 10

/** Returns everything known about what is wrong with a stack. */
export async function diagnosisOf(
  deps: Deps,
  reader: Reader,
  stack: StackRow,
  login: string,
): Promise<{ diagnosis: Diagnosis; facts: FactsWithoutState; context: RecoveryContext }> {
  const now = await deps.store.now()
  const context = await recoveryContext(deps, reader, stack)
  const { source, row, items, unreadable, run } = context
  const last = stack.latestUpdateId === null ? undefined : await reader.update(stack.latestUpdateId)
  const holder = stack.holderId === null ? undefined : await reader.update(stack.holderId)
  const subject = holder ?? (run?.endReason === 'expiry' ? run : undefined)
  const facts = await factsOf(reader, stack, context)
  const { integrity, guided } = await ask(deps, [source], 'guidedFindings', facts)
  const diagnosis = diagnose({
    stack: namedStack(stack),
    now,
    basis: row && { version: row.version, hash: row.hash },
    lease: subject ? await toLease(deps, reader, stack, subject, now) : null,
    lastUpdate: last ? await briefOf(reader, last) : null,
    interrupted:
      run && run.status !== 'running' && run.status !== 'succeeded'
        ? await interruptedOf(deps, reader, run, context.stepsOf)
        : null,
    pending: items,
    integrity,
    unreadable,
    resourceCount: row?.resourceCount ?? 0,
    brokenReferences: await brokenReferencesOf(reader, stack),
    tags: stack.tags,
    hasUnknownEntries: context.hasUnknownEntries,
    guided,
    elsewhere: elsewhereOf({ ...stack, state: row }, await backendsOf(reader, [stack]), now),
    asker: { login, names: await namesOf(reader, subject?.requestedBy, last?.requestedBy, run?.resolvedBy) },
  })
  return { diagnosis: { ...diagnosis, oldNameReaders: await oldNameReaders(reader, stack) }, facts, context }
}

/** Who reads this stack by a name that it had and that no live stack has now. */
async function oldNameReaders(reader: Reader, stack: StackRow): Promise<Diagnosis['oldNameReaders']> {
  const names = new Map((await formerNames(reader, stack)).map(({ name }) => [nameOfRef(name), name]))
  const free: StackRef[] = []
  for (const former of [...names.values()].slice(-MAX_REFERENCES)) {
    if (!(await reader.stack({ ...former, name: former.stack }))) free.push(former)
  }
  const readers = await readersOf(reader, stack, free)
  return free
    .flatMap((former) =>
      readers
        .filter((row) => row.names.some((name) => refersTo(name, row.line, former)))
        .map(({ line }) => ({ name: nameOfRef(former), reader: refOf(line) })),
    )
    .slice(0, MAX_REFERENCES)
}

/** The stacks that the current state reads and that do not exist, with the name that each has now, or its deletion. */
async function brokenReferencesOf(reader: Reader, stack: StackRow) {
  const [listed] = await reader.listedStacks([stack.id])
  const found: NonNullable<Diagnosis['findings'][number]['reference']>[] = []
  for (const name of (listed?.brokenReferences ?? []).slice(0, MAX_REFERENCES)) {
    const ref = parseFullName(name)
    const renamed = ref && (await nowCalled(reader, { ...ref, name: ref.stack }))
    const deleted = ref && !renamed ? await deletionOf(reader, name) : undefined
    found.push({ name, nowCalled: renamed ? fullName(renamed) : null, deleted: deleted ?? null })
  }
  return found
}

async function interruptedOf(
  deps: Deps,
  reader: Reader,
  update: UpdateRow,
  stepsOf: RecoveryContext['stepsOf'],
): Promise<NonNullable<Diagnosis['interrupted']>> {
  const late = lateLines(await lateEvidenceOf(reader, update))
  if (update.cameBackAt !== null) late.push({ at: update.cameBackAt, what: 'The CLI called again' })
  const { resolvedAt, resolvedBy, resolvedReason } = update
  return {
    update: await briefOf(reader, update),
    ...(await progressOf(deps, reader, update, await stepsOf(update.id))),
    late: late.toSorted((a, b) => a.at - b.at),
    mayStillRunSince: mayStillRunSince(update.lateReport),
    outages: await outagesOf(reader, update),
    resolved: resolvedAt === null ? null : { at: resolvedAt, by: resolvedBy ?? '', reason: resolvedReason ?? '' },
  }
}

/** Returns what a recovery of the common kind offers now. Throws `not_found` for one with pages of its own. */
export async function recoveryOptions(
  deps: Deps,
  reader: Reader,
  stack: StackRow,
  id: RecoveryId,
  version: number | undefined,
  login: string,
): Promise<RecoveryOptions> {
  const guided = guidedRecovery(id)
  if (!guided) throw new DomainError({ kind: 'noOptions', recovery: id })
  const { diagnosis, facts, context } = await diagnosisOf(deps, reader, stack, login)
  const { source, row } = context
  const { foundAs = [id], foundWith = foundAs } = guided
  const earlier = guided.isOfPresent
    ? []
    : guided.versionOf && version !== undefined
      ? await statesOfVersions(reader, stack, [version])
      : await earlierStates(reader, stack, facts, row)
  return ask(deps, [source, ...earlier.map((former) => storedState(reader, former))], 'recoveryOptions', {
    recovery: id,
    facts,
    now: await deps.store.now(),
    versions: await formerVersions(reader, stack, earlier),
    basis: basisOf(row),
    finding: diagnosis.findings.find(({ recovery }) => recovery !== null && foundWith.includes(recovery)) ?? null,
  })
}
