import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { Cli } from '#mocks/cli.ts'
import { seeded } from '#mocks/seeded.ts'
import { releaseRequest } from '#testing/releaseRequest.ts'
import { harmless, objectsIn, until } from './objects.ts'
import type { Pulumi } from './pulumi.ts'
import type { CliStep } from './cliStep.ts'

/** Longer than any create that returns takes. */
const LATEST_MS = 1_500
const ENDS = ['done', 'done', 'made', 'made', 'none'] as const

/**
 * Updates killed at random moments, with random objects that exist by then: each is recovered in the console's way.
 * Afterwards nothing that exists may be created again, replaced or deleted.
 */
export function killedRuns(
  pulumi: Pulumi,
  eyes: Cli,
  directory: string,
  { count, seed }: { count: number; seed: number },
): CliStep[] {
  const random = seeded(seed)
  return Array.from({ length: count }, (_, index) => ({
    title: `an update that was killed and recovered harms nothing that exists (${index + 1} of ${count}, seed ${seed})`,
    run: () => killedRun(pulumi, eyes, directory, { name: `killed-${index + 1}`, random }),
  }))
}

async function killedRun(
  pulumi: Pulumi,
  eyes: Cli,
  directory: string,
  { name, random }: { name: string; random: () => number },
): Promise<void> {
  const ref = `organization/holdfast-cli/${name}`
  const at = `/api/ui/stacks/${ref}`
  const below = (limit: number) => Math.floor(random() * limit)
  const files = objectsIn(directory)
  const succeeds = async (...args: string[]) => {
    const { code, output } = await pulumi.run(...args, '--stack', ref)
    assert.equal(code, 0, `pulumi ${args.join(' ')} ended with ${code}:\n${output}`)
    return output
  }
  const api = consoleOf(eyes, at)

  // The objects of this run, and how the create of each goes.
  const names = Array.from({ length: 2 + below(7) }, (_, n) => `${random() < 0.5 ? 'dynamic' : 'plugin'}-${name}-${n}`)
  const ends = names.map(() => ENDS[below(ENDS.length)] ?? 'none')
  ends[below(ends.length)] = random() < 0.5 ? 'made' : 'none' // at least one never returns, so the update waits
  const plan = Object.fromEntries(names.map((each, n) => [each, { end: ends[n], after: below(400) }]))
  await files.write({ names, plan })

  const init = await pulumi.run('stack', 'init', ref)
  assert.equal(init.code, 0, init.output)
  const up = pulumi.start('up', '--yes', '--skip-preview', '--stack', ref)
  await until(async () => (await eyes.exportState(refOf(ref))).deployment.pending_operations?.length)
  const most = below(1 + ends.filter((end) => end !== 'none').length)
  await until(async () => (await files.existing(names)).size >= most)
  await wait(below(300))
  up.kill()
  await up.ended
  await wait(LATEST_MS) // a provider that survives its CLI ends what it had started, as a cloud does
  const existing = await files.existing(names)

  // The console's way: release the lease, then answer each operation by what exists.
  const { lease, basis: read } = await api.diagnosis()
  if (lease && lease.verdict !== 'orphaned') {
    const statement = 'It runs on this machine, and was killed.'
    const why = { reason: 'The runner was killed.', confirm: ref, statement }
    await api.carryOut(releaseRequest({ basis: read, updateId: lease.updateId }, why))
  }
  const orders =
    random() < 0.5 ? (['adopt-create', 'clear-create'] as const) : (['clear-create', 'adopt-create'] as const)
  let last: Carried | undefined
  for (const recovery of orders) {
    const { pending, basis } = await api.diagnosis()
    const found = pending.filter((item) => existing.has(item.name) === (recovery === 'adopt-create'))
    if (found.length === 0) continue
    const offered = recovery === 'adopt-create' ? await api.options(recovery) : undefined
    const choices = found.map((item) => {
      const statement = 'I listed the directory.'
      if (!offered) return { problem: item.key, option: 'doesNotExist', inputs: {}, statement }
      const options = offered.problems.find(({ id }) => id === item.key)?.options ?? []
      const isReported = options.some(({ id }) => id === 'reported')
      if (isReported) return { problem: item.key, option: 'reported', inputs: {}, statement }
      return { problem: item.key, option: 'adopt', inputs: { id: existing.get(item.name)?.[0] ?? '' }, statement }
    })
    last = await api.carryOut({
      recovery,
      basis,
      choices,
      reason: 'The runner was killed.',
      confirm: ref,
    })
  }
  const left = await api.diagnosis()
  assert.deepEqual(left.pending, [], `something is still pending`)

  // Also who ignores the advice loses nothing: the engine reads what was adopted before it compares.
  await files.write({ names, plan: {} })
  if (random() < 0.5) harmless(await succeeds('preview', '--diff'), names, existing)

  // What the console prints next, if outputs are unknown: a targeted refresh, before anything else.
  const isUnread = left.findings.some(({ recovery }) => recovery === 'read-outputs')
  if (isUnread) {
    assert.equal((await api.detail()).health, 'unknownOutputs')
    const record = last && (await api.record(last.id))
    assert.match(record?.commands[0]?.command ?? '', /^pulumi refresh .*--target /)
    const line = record?.commands.map(({ command }) => command).join('\n') ?? ''
    assert.doesNotMatch(line, /pulumi up/)
    const urns = [...(record?.commands[0]?.command ?? '').matchAll(/--target '?(urn:[^\s']+)/g)].map(
      ([, urn = '']) => urn,
    )
    await succeeds('refresh', '--yes', '--skip-preview', ...urns.flatMap((urn) => ['--target', urn]))
    const after = await api.diagnosis()
    assert.deepEqual(
      after.findings.filter(({ recovery }) => recovery === 'read-outputs'),
      [],
      'the outputs are still unknown after the refresh',
    )
  }
  harmless(await succeeds('preview', '--diff'), names, existing)
  await succeeds('up', '--yes', '--skip-preview')
  const afterwards = await files.existing(names)
  for (const each of names) {
    const was = existing.get(each)
    const is = afterwards.get(each) ?? []
    assert.equal(is.length, 1, `${each}: ${is.join(', ')}`)
    if (was) assert.deepEqual(is, was, `${each} is another object`)
  }
  assert.deepEqual(await files.deleted(), [], 'something was deleted')
  assert.equal((await api.detail()).health, 'ok')
  const count = (list: Iterable<unknown>) => [...list].length
  console.log(
    `  ${count(names)} resources, ${count(existing)} existed, ${left.findings.length} findings after the answers, refreshed: ${isUnread ? 'yes' : 'not needed'}`,
  )
}

const refOf = (ref: string) => {
  const [org = '', project = '', stack = ''] = ref.split('/')
  return { org, project, stack }
}

type Diagnosis = {
  basis: Parameters<typeof releaseRequest>[0]['basis']
  lease: { verdict: string; updateId: string } | null
  findings: { recovery: string | null }[]
  pending: { key: string; name: string }[]
}
type Options = { problems: { id: string; options: { id: string }[] }[] }
type Carried = { id: string; commands: { command: string }[] }

/** The calls of the console about one stack. */
function consoleOf(eyes: Cli, at: string) {
  return {
    diagnosis: () => eyes.call<Diagnosis>('GET', `${at}/recover`),
    options: (recovery: string) => eyes.call<Options>('GET', `${at}/recover/${recovery}`),
    detail: () => eyes.call<{ health: string }>('GET', at),
    record: (id: string) => eyes.call<Carried>('GET', `${at}/recoveries/${id}`),
    carryOut: (body: object) =>
      eyes.call<Carried>('POST', `${at}/recoveries`, { body: { ...body, processHasEnded: true } }),
  }
}
