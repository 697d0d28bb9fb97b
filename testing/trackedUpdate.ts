import type { Deployment, Resource, StateDocument } from '#domain/state/checkpoint.ts'
import { createCheckpoints } from '#testing/states/checkpoints.ts'
import type { Cli, Ref, Run } from '#mocks/cli.ts'
import { toDocument } from '#domain/state/checkpoint.ts'

/** What the service knows of a resource of this update: nothing, pending, or created. */
const ABSENT = 0
const PENDING = 1
const MADE = 2

/** What a client has sent and what was acknowledged, by name; whatever dies, the state is between the two. */
export type Tracked = { mark: string; names: string[]; sent: Map<string, number>; acknowledged: Map<string, number> }

export type Way = 'journal' | 'full' | 'delta'

export const tracked = (mark: string, names: string[]): Tracked => ({
  mark,
  names,
  sent: new Map(),
  acknowledged: new Map(),
})

export const isWhole = ({ names, acknowledged }: Tracked): boolean =>
  names.every((name) => acknowledged.get(name) === MADE)

export const startUpdate = (cli: Cli, ref: Ref, way: Way): Promise<Run> =>
  cli.start(ref, { journal: way === 'journal' })

/** Creates every resource of the update, or replaces it if the base has it, reported in one of the three ways. */
export async function upload(run: Run, way: Way, update: Tracked): Promise<void> {
  await (way === 'journal' ? uploadJournal(run, update) : uploadCheckpoints(run, way, update))
}

const TYPE = 'aws:s3/bucket:Bucket'

const made = (run: Run, name: string, mark: string): Resource => ({
  urn: run.urnOf({ type: TYPE, name }),
  custom: true,
  type: TYPE,
  id: `${name}-id`,
  inputs: { mark },
  outputs: { mark, text: 'Größe <&> 東京' },
})

/** Three concurrent steps, as in the engine: several calls are in flight when something dies. */
async function uploadJournal(run: Run, update: Tracked): Promise<void> {
  const left = [...update.names.entries()]
  const base = run.base.deployment.resources ?? []
  const step = async (operationID: number, name: string) => {
    const resource = made(run, name, update.mark)
    const removeOld = base.findIndex(({ urn }) => urn === resource.urn)
    const type = removeOld < 0 ? 'creating' : 'updating'
    const send = async (progress: number, entry: Record<string, unknown>) => {
      update.sent.set(name, progress)
      await run.journal([entry])
      update.acknowledged.set(name, progress)
    }
    await send(PENDING, run.entry(0, { operationID, operation: { resource, type } }))
    await send(MADE, run.entry(1, { operationID, state: resource, ...(removeOld < 0 ? {} : { removeOld }) }))
  }
  const work = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await step(next[0] + 1, next[1])
  }
  await Promise.all([work(), work(), work()])
}

async function uploadCheckpoints(run: Run, way: Way, update: Tracked): Promise<void> {
  const checkpoints = createCheckpoints(run)
  const base = run.base.deployment.resources ?? []
  for (const [index, name] of update.names.entries()) {
    const fresh = update.names.slice(0, index + 1).map((each) => made(run, each, update.mark))
    const urns = new Set(fresh.map(({ urn }) => urn))
    const { pending_operations: _ended, ...deployment } = run.base.deployment
    const document = toDocument(
      { ...deployment, resources: [...fresh, ...base.filter(({ urn }) => !urns.has(urn))] },
      { byteString: false },
    )
    update.sent.set(name, MADE)
    await (way === 'full' ? run.saveFull(document) : checkpoints.save(document))
    update.acknowledged.set(name, MADE)
  }
}

/**
 * The problems of a state, in sentences: an acknowledged step that is missing, one that was never sent, one applied
 * twice. `acknowledged` as of before the state was requested.
 */
export function wrongs({ deployment }: StateDocument, update: Tracked, acknowledged = update.acknowledged): string[] {
  const progress = progressOf(deployment, update)
  const wrong = update.names.flatMap((name) => {
    const found = progress.get(name) ?? ABSENT
    const [least, most] = [acknowledged.get(name) ?? ABSENT, update.sent.get(name) ?? ABSENT]
    return found < least || found > most ? [`${name} is at ${found}, not between ${least} and ${most}`] : []
  })
  const urns = (deployment.resources ?? []).map(({ urn }) => urn)
  const pending = (deployment.pending_operations ?? []).map(({ resource }) => resource.urn)
  for (const list of [urns, pending]) if (new Set(list).size < list.length) wrong.push(`twice: ${list.join(' ')}`)
  const strangers = [...urns, ...pending].filter((urn) => !update.names.some((name) => urn.endsWith(`::${name}`)))
  return [...wrong, ...strangers.map((urn) => `no one made ${urn}`)]
}

function progressOf({ resources, pending_operations }: Deployment, { mark, names }: Tracked): Map<string, number> {
  const at = (name: string) => {
    const isIt = ({ urn }: Resource) => urn.endsWith(`::${name}`)
    if (resources?.some((resource) => isIt(resource) && resource.outputs?.['mark'] === mark)) return MADE
    const isPending = pending_operations?.some(({ resource }) => isIt(resource) && resource.inputs?.['mark'] === mark)
    return isPending ? PENDING : ABSENT
  }
  return new Map(names.map((name) => [name, at(name)]))
}
