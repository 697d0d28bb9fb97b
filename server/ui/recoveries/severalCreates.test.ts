import { describe, expect, it } from 'vitest'
import { begins, succeeds } from '#testing/samples/sampleJournal.ts'
import { Diagnosis, RecoveryOptions, RecoveryRecord } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { UntrackedList } from '#contract/untracked.ts'
import { createHarness, problemOf, replyOf } from '#testing/consoleHarness.ts'

const REF = 'organization/shop/prod'
const STACK = `/stacks/${REF}`
type Entry = { urn: string; id?: string; inputs: { bucket?: string }; pendingReplacement?: boolean }
type Exported = { resources?: Entry[] | null; pending_operations?: { resource: Entry }[] | null }

const entryOf = (name: string, more: Record<string, unknown> = {}) => ({
  urn: `urn:pulumi:prod::shop::aws:s3/bucket:Bucket::${name}`,
  custom: true,
  type: 'aws:s3/bucket:Bucket',
  inputs: {},
  ...more,
})
/** The resource whose creates are interrupted; each create has a physical name of its own. */
const named = (bucket: string, more: Record<string, unknown> = {}) => entryOf('x', { inputs: { bucket }, ...more })
const created = (bucket: string) => named(bucket, { id: bucket, outputs: { bucket } })

/** A stack with an unrelated entry, and runs on it. */
async function world() {
  const harness = await createHarness()
  const { cli, call } = harness
  await cli.createStack(REF)
  const manifest = { time: '2026-01-05T09:00:00Z', magic: '', version: '' }
  const importOf = (...resources: object[]) => cli.import(REF, { manifest, resources })
  await importOf(entryOf('other', { id: 'other-id' }))
  const get = async (path: string) => call('GET', `${STACK}${path}`)
  const diagnosis = async () => replyOf(Diagnosis, await get('/recover'))
  const post = async (recovery: RecoveryId, choices: object[]) => {
    const { basis } = await diagnosis()
    return call('POST', `${STACK}/recoveries`, {
      body: { recovery, basis, choices, reason: 'The runner was killed.', confirm: REF, processHasEnded: true },
    })
  }
  return {
    ...harness,
    importOf,
    diagnosis,
    post,
    options: async (recovery: RecoveryId) => replyOf(RecoveryOptions, await get(`/recover/${recovery}`)),
    carryOut: async (recovery: RecoveryId, choices: object[]) => replyOf(RecoveryRecord, await post(recovery, choices)),
    /** A run that is interrupted during a create; its client may report the success late. */
    async interrupted(resource: object, { late }: { late?: object } = {}) {
      const run = await cli.start(REF)
      await run.journal(begins(1, { type: 'creating', resource }))
      await run.cancel()
      if (late) await run.journal(succeeds(2, 1, late)).catch(() => undefined)
    },
    async succeeded(resource: object) {
      const run = await cli.start(REF)
      await run.journal(begins(1, { type: 'creating', resource }), succeeds(2, 1, resource))
      await run.complete('succeeded')
    },
    async untracked() {
      const { resources } = await replyOf(UntrackedList, call('GET', '/untracked?state=open'))
      return resources.map(({ clues, resourceId, isPending }) => [clues[0]?.value, resourceId, isPending])
    },
    async state() {
      const { deployment } = await harness.exported<Exported>(REF)
      return {
        entries: deployment.resources?.map(({ id }) => id),
        pending: deployment.pending_operations?.map(({ resource }) => resource.inputs.bucket) ?? [],
      }
    },
  }
}
type World = Awaited<ReturnType<typeof world>>

const ages = async (it: World) =>
  (await it.diagnosis()).pending.map(({ intended, situation, since }) => [
    intended.inputs,
    situation,
    since?.version ?? null,
  ])

describe('the version since which a create is pending', () => {
  it('is its own, if a second one of its URN was interrupted later: each is judged by its own age', async () => {
    const it = await world()
    await it.interrupted(named('x-first')) // version 2
    await it.succeeded(created('x-second'))
    await it.interrupted(named('x-third')) // version 4
    expect(await ages(it)).toEqual([
      [{ bucket: 'x-third' }, 'createLiveOlder', 4],
      [{ bucket: 'x-first' }, 'createLiveNewer', 2],
    ])
  })

  it('stays that of the one that is left, after the other one was resolved', async () => {
    const it = await world()
    await it.interrupted(named('x-first'))
    await it.interrupted(named('x-second')) // version 3
    const first = (await it.diagnosis()).pending.find(({ since }) => since?.version === 2)
    const gone = { option: 'doesNotExist', statement: 'Looked in eu-west-1.' }
    await it.carryOut('clear-create', [{ problem: first?.key, ...gone }])
    expect(await ages(it)).toEqual([[{ bucket: 'x-second' }, 'createNotLive', 3]])
  })

  it('is that of its run after an undo, which brings it back with what its client reported', async () => {
    const it = await world()
    await it.interrupted(named('x-first'), { late: created('x-first') })
    const [item] = (await it.diagnosis()).pending
    const gone = { option: 'doesNotExist', statement: 'Looked in eu-west-1.' }
    const { id } = await it.carryOut('clear-create', [{ problem: item?.key, ...gone }])
    await it.call('POST', `${STACK}/recoveries/${id}/undo`, { body: { reason: 'It exists.' } })
    expect((await it.diagnosis()).pending).toMatchObject([
      { since: { version: 2 }, lateEvidence: [{ resourceId: 'x-first' }] },
    ])
  })

  it('is unknown if one of two equal ones was resolved', async () => {
    const it = await world()
    await it.interrupted(named('x'))
    await it.interrupted(named('x'))
    expect(await ages(it)).toMatchObject([
      [{}, 'createNotLive', 3],
      [{}, 'createNotLive', 2],
    ])
    const [item] = (await it.diagnosis()).pending
    await it.carryOut('clear-create', [{ problem: item?.key, option: 'doesNotExist', statement: 'Looked.' }])
    expect(await ages(it)).toEqual([[{ bucket: 'x' }, 'createNotLive', null]])
  })
})

describe('the late report of an update', () => {
  /** The create of the first run was reported late; that of the second one is unknown. */
  const twice = async (it: World) => {
    await it.interrupted(named('x-first'), { late: created('x-first') })
    await it.interrupted(named('x-third'))
  }
  const offered = async (it: World, recovery: RecoveryId) =>
    (await it.options(recovery)).problems.map(({ id, clues, suggested, evidence, options }) => ({
      id,
      of: clues.find(({ label }) => label === 'bucket')?.value,
      suggested,
      evidence: evidence.length,
      options: options.map((option) => [option.id, option.level]),
    }))

  it('is offered for the create of that update only, and not suggested beside another create of the URN', async () => {
    const it = await world()
    await twice(it)
    expect(await offered(it, 'adopt-create')).toMatchObject([
      { of: 'x-third', suggested: null, evidence: 0, options: [['adopt', 3]] },
      {
        of: 'x-first',
        suggested: null,
        evidence: 1,
        options: [
          ['reported', 2],
          ['adopt', 3],
        ],
      },
    ])
  })

  it('leaves the other create pending', async () => {
    const it = await world()
    await twice(it)
    const [third, first] = await offered(it, 'adopt-create')
    const refused = await it.post('adopt-create', [{ problem: third?.id, option: 'reported' }])
    expect([refused.status, (await problemOf(refused)).detail]).toEqual([400, expect.stringContaining('Unknown fix')])
    await it.carryOut('adopt-create', [{ problem: first?.id, option: 'reported' }])
    expect(await it.state()).toEqual({ entries: ['other-id', 'x-first'], pending: ['x-third'] })
  })

  it('is suggested once the other create is resolved', async () => {
    const it = await world()
    await twice(it)
    const [third] = await offered(it, 'adopt-create')
    const gone = { option: 'doesNotExist', statement: 'Looked in eu-west-1.' }
    await it.carryOut('clear-create', [{ problem: third?.id, ...gone }])
    expect(await offered(it, 'adopt-create')).toMatchObject([{ of: 'x-first', suggested: 'reported' }])
  })

  it('is offered for no create of a later update, although that is the only one left', async () => {
    const it = await world()
    await twice(it)
    const [, first] = await offered(it, 'adopt-create')
    await it.carryOut('clear-create', [{ problem: first?.id, option: 'deletedInCloud', statement: 'Deleted it.' }])
    expect(await offered(it, 'adopt-create')).toMatchObject([
      { of: 'x-third', suggested: null, evidence: 0, options: [['adopt', 3]] },
    ])
  })

  describe('of an incomplete replacement', () => {
    const replaced = async () => {
      const it = await world()
      await it.importOf(named('x-old', { id: 'x-old', pendingReplacement: true }))
      await twice(it)
      return it
    }

    it('finishes it with the create of that update', async () => {
      const it = await replaced()
      const problems = await offered(it, 'finish-replacement')
      expect(problems.map(({ of, suggested, options }) => [of, suggested, options.map(([id]) => id)])).toEqual([
        ['x-third', null, ['adopt']],
        ['x-first', null, ['reported', 'adopt']],
      ])
      await it.carryOut('finish-replacement', [{ problem: problems[1]?.id, option: 'reported' }])
      expect(await it.state()).toEqual({ entries: ['x-first'], pending: ['x-third'] })
    })

    it('finishes it with the object of one create only: an entry is one', async () => {
      const it = await replaced()
      const [third, first] = await offered(it, 'finish-replacement')
      const adopt = { option: 'adopt', inputs: { id: 'x-third' }, statement: 'It is in eu-west-1.' }
      const both = await it.post('finish-replacement', [
        { problem: third?.id, ...adopt },
        { problem: first?.id, option: 'reported', statement: 'It is in eu-west-1.' },
      ])
      expect((await problemOf(both)).detail).toContain('only one of the creates of x')
      await it.carryOut('finish-replacement', [{ problem: third?.id, ...adopt }])
      expect(await it.state()).toEqual({ entries: ['x-third'], pending: ['x-first'] })
    })
  })
})

describe('the list of untracked resources', () => {
  const gone = { option: 'doesNotExist', statement: 'Looked in eu-west-1.' }

  it.each([
    ['x-first', 'x-second'],
    ['x-second', 'x-first'],
  ])('has the create that is still pending, after %s of the same URN was resolved', async (resolved, left) => {
    const it = await world()
    await it.interrupted(named('x-first'))
    await it.wait(60)
    await it.interrupted(named('x-second'))
    const { pending } = await it.diagnosis()
    const item = pending.find(({ clues }) => clues.some(({ value }) => value === resolved))
    await it.carryOut('clear-create', [{ problem: item?.key, ...gone }])
    expect(await it.untracked()).toEqual([[left, null, true]])
  })

  it('takes one answer for creates of a stack and of a deleted one of its name', async () => {
    const it = await world()
    await it.interrupted(named('x-first'))
    await it.cli.send(`${REF}?force=true`, {}, { method: 'DELETE' })
    await it.cli.createStack(REF)
    await it.interrupted(named('x-second'))
    await it.importOf(entryOf('other', { id: 'other-id' })) // which drops what is pending
    const { resources } = await replyOf(UntrackedList, it.call('GET', '/untracked?state=open'))
    expect(new Set(resources.map(({ isStackDeleted }) => isStackDeleted))).toEqual(new Set([true, false]))
    const body = { ids: resources.map(({ id }) => id), answer: 'doesNotExist', statement: 'Looked in eu-west-1.' }
    expect((await it.call('POST', `${STACK}/untracked/answer`, { body })).status).toBe(200)
    expect(await it.untracked()).toEqual([])
  })

  it('takes a late report for the create of its own update', async () => {
    const it = await world()
    const run = await it.cli.start(REF)
    await run.journal(begins(1, { type: 'creating', resource: named('x-first') }))
    await run.cancel()
    await it.wait(60)
    await it.interrupted(named('x-second'))
    await run.journal(succeeds(2, 1, created('x-first'))).catch(() => undefined)
    expect(await it.untracked()).toEqual([
      ['x-second', null, true],
      ['x-first', 'x-first', true],
    ])
  })
})
