import { describe, expect, it } from 'vitest'
import { begins, succeeds } from '#testing/samples/sampleJournal.ts'
import type { z } from 'zod'
import { Diagnosis, RecoveryOptions, RecoveryRecord } from '#contract/recoveries.ts'
import { StackDetail } from '#contract/stacks.ts'
import { seeded } from '#mocks/seeded.ts'
import { createHarness, replyOf } from '#testing/consoleHarness.ts'

const REF = 'organization/shop/prod'
const STACK = `/stacks/${REF}`
const KINDS = { database: 'aws:rds/instance:Instance', dynamic: 'pulumi-nodejs:dynamic:Resource' }
type Entry = Record<string, unknown> & { urn: string; type: string; id?: string; outputs?: Record<string, unknown> }
type Exported = Record<string, unknown> & { resources?: Entry[] | null }

const entryOf = (name: string, type: string, more: Record<string, unknown> = {}): Entry => ({
  urn: `urn:pulumi:prod::shop::${type}::${name}`,
  custom: true,
  type,
  inputs: { size: 1, ...(type === KINDS.dynamic && { __provider: 'exports.handler = …' }) },
  ...more,
})

/** A stack, and what the console and a CLI do with it. */
async function world() {
  const harness = await createHarness()
  await harness.cli.createStack(REF)
  const get = async <S extends z.ZodType>(schema: S, path = ''): Promise<z.output<S>> =>
    schema.parse(await (await harness.call('GET', `${STACK}${path}`)).json())
  const exported = () => harness.exported<Exported>(REF)
  return {
    ...harness,
    exported,
    diagnosis: () => get(Diagnosis, '/recover'),
    options: () => get(RecoveryOptions, '/recover/adopt-create'),
    health: async () => (await get(StackDetail)).health,
    async carryOut(recovery: string, choices: object[]): Promise<RecoveryRecord> {
      const { basis } = await get(Diagnosis, '/recover')
      const body = { recovery, basis, choices, reason: 'The runner was killed.', confirm: REF, processHasEnded: true }
      return replyOf(RecoveryRecord, harness.call('POST', `${STACK}/recoveries`, { body }))
    },
    /** The next run has read these entries, as a refresh does. */
    async refresh(): Promise<void> {
      const { deployment } = await exported()
      const resources = (deployment.resources ?? []).map(({ refreshBeforeUpdate: _read, ...entry }) => ({
        ...entry,
        outputs: { size: 1, address: `${String(entry['id'])}.example` },
      }))
      await harness.cli.import(REF, { ...deployment, resources })
    },
  }
}
type World = Awaited<ReturnType<typeof world>>

/**
 * What `pulumi up` does with each object, by the engine's rules (docs/state.md, Unknown outputs): an object without an
 * entry is created again; an entry without outputs is replaced, unless its flag makes the engine read it first.
 */
function upOn(entries: readonly Entry[], program: readonly Entry[], cloud: ReadonlyMap<string, string>): string[] {
  return program.flatMap(({ urn, type }): string[] => {
    const entry = entries.find((each) => each.urn === urn)
    const exists = cloud.has(urn)
    if (!entry) return exists ? [`creates ${urn} again`] : []
    if (entry.id !== cloud.get(urn)) return [`${urn} stands for ${entry.id}, not ${cloud.get(urn)}`]
    if (type === KINDS.dynamic && entry.outputs?.['__provider'] === undefined && entry['refreshBeforeUpdate'])
      return [`cannot read ${urn}`]
    const isCompared = Object.keys(entry.outputs ?? {}).length > 0 || entry['refreshBeforeUpdate'] === true
    return isCompared ? [] : [`replaces ${urn}`]
  })
}

/** An update that was interrupted with random outcomes; returns what the program declares, and what exists. */
async function interrupted(it: World, random: () => number) {
  const below = (limit: number) => Math.floor(random() * limit)
  const program: Entry[] = []
  const cloud = new Map<string, string>()
  const run = await it.cli.start(REF)
  const late: object[] = []
  let sequence = 0
  for (let n = 1 + below(7); n > 0; n -= 1) {
    const planned = entryOf(`thing-${n}`, below(2) === 0 ? KINDS.database : KINDS.dynamic)
    program.push(planned)
    const id = `id-${n}-${below(1000)}`
    const outputs = { ...(planned['inputs'] as object), address: `${id}.example` }
    const done = { ...planned, id, outputs, created: '2026-03-04T10:00:00Z' }
    await run.journal(begins(++sequence, { type: 'creating', resource: planned }, n))
    const outcome = ['saved', 'exists', 'late', 'event', 'nothing'][below(5)]
    if (outcome !== 'nothing') cloud.set(planned.urn, id)
    if (outcome === 'saved') await run.journal(succeeds(++sequence, n, done))
    if (outcome === 'late') late.push(succeeds(++sequence, n, done))
    if (outcome === 'event') {
      const metadata = { op: 'create', urn: planned.urn, type: planned.type, new: { ...planned, id, outputs } }
      await run.events({ sequence: n, timestamp: 1, resOutputsEvent: { metadata } })
    }
  }
  await run.cancel()
  for (const entry of late) await run.journal(entry).catch(() => undefined)
  return { program, cloud }
}

describe('interrupted updates recovered in the console', () => {
  it.each(Array.from({ length: 30 }, (_, seed) => seed + 1))(
    'leave nothing that the next update would create again, replace or delete (seed %d)',
    async (seed) => {
      const random = seeded(seed)
      const it = await world()
      const { program, cloud } = await interrupted(it, random)
      const records: RecoveryRecord[] = []
      for (const recovery of random() < 0.5 ? ['adopt-create', 'clear-create'] : ['clear-create', 'adopt-create']) {
        const { pending } = await it.diagnosis()
        const { problems } = await it.options()
        const choices = pending
          .filter(({ urn }) => cloud.has(urn) === (recovery === 'adopt-create'))
          .map(({ key: problem, urn }) => {
            const statement = 'Looked in the account.'
            if (recovery === 'clear-create') return { problem, option: 'doesNotExist', statement }
            const offered = problems.find(({ id }) => id === problem)?.options.map(({ id }) => id)
            return offered?.includes('reported')
              ? { problem, option: 'reported', statement }
              : { problem, option: 'adopt', inputs: { id: cloud.get(urn) }, statement }
          })
        if (choices.length > 0) records.push(await it.carryOut(recovery, choices))
      }
      const { pending, findings } = await it.diagnosis()
      expect(pending).toEqual([])
      expect(upOn((await it.exported()).deployment.resources ?? [], program, cloud)).toEqual([])

      const isUnread = findings.some(({ recovery }) => recovery === 'read-outputs')
      expect((await it.health()) === 'unknownOutputs').toBe(isUnread)
      const shown = records.at(-1)
      const now = shown && RecoveryRecord.parse(await (await it.call('GET', `${STACK}/recoveries/${shown.id}`)).json())
      const commands = now?.commands.map(({ command }) => command) ?? []
      expect(/^pulumi refresh .*--target /.test(commands[0] ?? '')).toBe(isUnread)
      expect(isUnread && commands.join('\n').includes('pulumi up')).toBe(false)
      await it.refresh()
      expect(upOn((await it.exported()).deployment.resources ?? [], program, cloud)).toEqual([])
      expect(await it.health()).not.toBe('unknownOutputs')
    },
  )
})

describe('an adopted resource with unknown outputs', () => {
  const adopted = async () => {
    const it = await world()
    const run = await it.cli.start(REF)
    for (const [n, name] of ['db', 'cache'].entries())
      await run.journal(begins(n + 1, { type: 'creating', resource: entryOf(name, KINDS.database) }))
    await run.cancel()
    const { pending } = await it.diagnosis()
    const statement = 'It is in eu-west-1.'
    const record = await it.carryOut('adopt-create', [
      { problem: pending[0]?.key, option: 'adopt', inputs: { id: 'db-1' }, statement },
    ])
    return { ...it, record, statement }
  }

  it('is named as the first thing to refresh, without asking about the create that is still pending', async () => {
    const { record } = await adopted()
    expect(record.commands[0]?.command).toBe(
      'pulumi refresh --stack organization/shop/prod --skip-pending-creates --target urn:pulumi:prod::shop::aws:rds/instance:Instance::db',
    )
    expect(record.leftToDo[0]).toBe('Refresh db before anything else: its outputs are unknown.')
    expect(record.toRefresh).toBe(1)
  })

  it('stays a danger after another recovery, which names no update either, until a run has read it', async () => {
    const it = await adopted()
    const { pending } = await it.diagnosis()
    const second = await it.carryOut('clear-create', [
      { problem: pending[0]?.key, option: 'doesNotExist', statement: it.statement },
    ])
    expect(await it.health()).toBe('unknownOutputs')
    expect(second.commands.map(({ command }) => command).join('\n')).not.toContain('pulumi up')
    expect((await it.diagnosis()).findings.map(({ recovery }) => recovery)).toContain('read-outputs')
    await it.refresh()
    expect((await it.diagnosis()).findings.map(({ recovery }) => recovery)).not.toContain('read-outputs')
    const after = RecoveryRecord.parse(await (await it.call('GET', `${STACK}/recoveries/${second.id}`)).json())
    expect(after.commands.map(({ command }) => command)).toContain('pulumi up --stack organization/shop/prod')
  })
})

describe('the result of a recovery that leaves errors', () => {
  it('names nothing to run, only what is left', async () => {
    const it = await world()
    const broken = ['a', 'b'].map((name) =>
      entryOf(name, KINDS.database, { id: name, dependencies: [entryOf(`${name}-gone`, KINDS.database).urn] }),
    )
    await it.cli.import(REF, { manifest: { time: '2026-01-05T09:00:00Z', magic: '', version: '' }, resources: broken })
    const at = `${STACK}/recover/fix-references`
    const { problems } = RecoveryOptions.parse(await (await it.call('GET', at)).json())
    const option = problems[0]?.options.find(({ asks }) => asks.length === 0)?.id
    const record = await it.carryOut('fix-references', [
      { problem: problems[0]?.id, option, statement: 'The other one is repaired next.' },
    ])
    expect(record.commands).toEqual([])
    expect(record.stillInvalid).toBe('The state is still invalid: “b” refers to “b-gone”, which isn’t in the state.')
    expect(record.bans).toEqual(['Don’t run an update before the state is repaired.'])
    expect(record.leftToDo).toEqual([])
    expect(record.proof.filter(({ isLeft }) => isLeft)).toEqual([
      { what: expect.stringMatching(/^\d+ of \d+ errors fixed, \d+ left\.$/) as string, ok: false, isLeft: true },
    ])
  })
})
