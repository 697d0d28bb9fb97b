import { createPresence } from '#server/core/leases/presence.ts'
import type { Resource, StateDocument } from '#domain/state/checkpoint.ts'
import { urnName } from '#domain/state/urn.ts'
import type { Cli, Ref, Run, StartOptions } from './cli.ts'
import { CliRefusal } from './cliCalls.ts'
import { noTime, urnsBefore, type Wait } from './scenes.ts'
import type { Stage } from './story.ts'

/** A state that was exported, edited by hand, and imported again. */
export async function edited(
  cli: Cli,
  stack: Ref,
  change: (resources: Resource[], document: StateDocument) => Resource[],
): Promise<void> {
  const document = await cli.exportState(stack)
  const { deployment } = document
  const resources = change(structuredClone(deployment.resources ?? []), document)
  await cli.importState(stack, { ...document, deployment: { ...deployment, resources } })
}

/** Another stack's state, imported under this stack's name. Its secrets cannot be read: each stack has its own key. */
export async function importedFrom(cli: Cli, from: Ref, to: Ref): Promise<void> {
  const { deployment, ...document } = await cli.exportState(from)
  const { secrets_providers: _keys, ...rest } = deployment
  const resources = (deployment.resources ?? []).map((entry) =>
    entry.type === 'pulumi:pulumi:Stack' ? { ...entry, outputs: {} } : entry,
  )
  await cli.importState(to, { ...document, deployment: { ...rest, resources } })
}

/** A run that finds everything unchanged and then reports why it cannot continue. */
export async function failedSaying(
  cli: Cli,
  stack: Ref,
  { says, urn, wait = noTime, ...options }: StartOptions & { says: string; urn?: string; wait?: Wait },
): Promise<void> {
  const run = await cli.start(stack, options)
  await run.keeps(...urnsBefore(run))
  await wait('6s')
  await run.says(says, 'error', urn)
  await run.complete('failed', 6)
}

/** The entry with a name in a state. Throws if there is none: a scene must have its subject. */
export function named(resources: readonly Resource[], name: string): Resource {
  const found = resources.find(({ urn }) => urnName(urn) === name)
  if (!found) throw new Error(`${name} is not in the state`)
  return found
}

/** Its index in the base of a run, as the journal counts. */
export const placeOf = (run: Run, urn: string): number =>
  (run.base.deployment.resources ?? []).findIndex((entry) => entry.urn === urn)

/**
 * A refresh with the credentials of another account: resources that this account does not have, as `isThere` says,
 * leave the state.
 */
export async function refreshedElsewhere(
  cli: Cli,
  stack: Ref,
  {
    message,
    isThere,
    wait = noTime,
  }: { message: string; isThere: (place: number, of: number) => boolean; wait?: Wait },
): Promise<void> {
  const run = await cli.start(stack, { kind: 'refresh', message })
  const resources = run.base.deployment.resources ?? []
  const custom = resources.filter((entry) => entry.custom && !entry.type.startsWith('pulumi:'))
  const lost = new Set(custom.filter((_, place) => !isThere(place, custom.length)))
  await run.journal(
    resources.flatMap((state, index) => [
      run.entry(0, { operationID: index + 1, isRefresh: true }),
      run.entry(3, {
        operationID: index + 1,
        removeOld: index,
        isRefresh: true,
        ...(lost.has(state) ? {} : { state }),
      }),
    ]),
  )
  await run.events(
    [...lost].flatMap(({ urn, type, id }) => [
      { resourcePreEvent: { metadata: { op: 'refresh', urn, type, old: { urn, type, id }, new: { urn, type, id } } } },
      { resOutputsEvent: { metadata: { op: 'delete', urn, type, old: { urn, type, id }, new: null } } },
    ]),
  )
  // A refresh counts what it found, as the engine does.
  run.counts('delete', lost.size)
  run.counts('same', resources.length - lost.size)
  await wait('40s')
  await run.complete('succeeded', 41)
}

/** Holdfast is down for that time: no client reaches it, and running leases are extended when it is back. */
export async function serverDown({ deps, clock, wait }: Stage, time: string): Promise<void> {
  await createPresence(deps, clock.now).begin()
  await wait(time)
  await createPresence(deps, clock.now).begin()
}

/** How steps that rules hold ended: what they returned once they were allowed, or the refusal. */
export type HeldOutcome<Steps> = { steps: Steps } | { refusal: CliRefusal }

/**
 * Begins steps as a client does that waits for the answer, while the story goes on. Returns once the server asks for
 * approval; the function that it returns says how that ended, or undefined while it is open.
 */
export async function beginsHeld<Steps>(
  { deps }: Pick<Stage, 'deps'>,
  run: Run,
  begin: () => Promise<Steps>,
): Promise<() => HeldOutcome<Steps> | undefined> {
  let outcome: HeldOutcome<Steps> | undefined
  const asked = Promise.withResolvers<void>()
  const unsubscribe = deps.bus.subscribe((event) => {
    if (event.type === 'approval' && event.updateId === run.id) asked.resolve()
  })
  void begin().then(
    (steps) => (outcome = { steps }),
    (error: unknown) => (error instanceof CliRefusal ? (outcome = { refusal: error }) : asked.reject(error)),
  )
  await asked.promise
  unsubscribe()
  return () => outcome
}
