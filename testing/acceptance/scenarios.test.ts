import { describe, expect, it } from 'vitest'
import { BUCKET, sampleEntries } from '#testing/samples/sampleEntries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { type Deployment, readState, type Resource, type StateDocument } from '#domain/state/checkpoint.ts'
import { isAccepted, verify } from '#domain/state/integrity.ts'
import { repairAsCli } from '#testing/states/repairAsCli.ts'
import { normaliseState } from '#testing/states/compareStates.ts'
import { integrityCases } from '#testing/load.ts'
import { outcome, refusal } from '#testing/protocolWorld.ts'
import { closeExpired } from '#server/core/updates/ends.ts'
import { acceptanceWorld } from './console.ts'

// The acceptance scenarios of recovery against the whole server. 12 to 14 are about a dropped folder
// (src/opened), 15 and 16 about alarms and untracked resources (server/core), 17 about the error dictionary
// (domain/errorDictionary).

const SHOP = { org: 'organization', project: 'shop', stack: 'prod' }
const DEPOT = { org: 'organization', project: 'depot', stack: 'main' }
const { urn, entry } = sampleEntries()
const bucket = (name: string, more: Partial<Resource> = {}) => {
  const inputs = { bucket: `${name}-7f3a91c` }
  return entry(name, { inputs, outputs: inputs, ...more })
}
const pending = (type: string, resource: Resource) => ({ type, resource })
const document = (deployment: Partial<Deployment>): StateDocument => ({
  version: 3,
  deployment: { manifest: { time: '2026-01-05T00:00:00Z', magic: '', version: '' }, ...deployment },
})
const resourcesOf = (state: StateDocument) => state.deployment.resources ?? []

/** A recorded broken state, by the name of its case, in a stack of its own. */
async function broken(name: string) {
  const found = integrityCases().find((each) => each.name === name)
  if (!found) throw new Error(`no recorded case is called ${name}`)
  const it = await acceptanceWorld(DEPOT)
  await it.cli.importState(DEPOT, found.state)
  return { ...it, found, exported: () => it.cli.exportState(DEPOT) }
}

describe('leases', () => {
  it('1: the second of two clients gets the exact 409 sentence, with the holder and start time in the warning', async () => {
    const { world, cli } = await acceptanceWorld(SHOP)
    await cli.start(SHOP, { message: 'First' })
    world.advance(30_000)
    const { status, body, warning } = await refusal(world.cli().start(SHOP))
    expect(status).toBe(409)
    expect(body.message).toBe('Conflict: Another update is currently in progress.')
    expect(warning).toMatch(/admin/)
    expect(warning).toMatch(/update/)
    expect(warning).toMatch(/2026-01-05/)
  })

  it('2: a client killed during a create is not responding at 200 s, closed and orphaned at 300 s, its create pending with a clue', async () => {
    const { world, cli, console } = await acceptanceWorld(SHOP)
    const run = await cli.start(SHOP)
    await run.begin('creating', { type: BUCKET, name: 'ledger', inputs: { bucket: 'ledger-7f3a91c' } })
    world.advance(200_001)
    expect((await console.diagnosis()).lease?.verdict).toBe('notResponding')
    world.advance(100_000)
    await closeExpired(world.deps)
    const { lease, pending: items, findings } = await console.diagnosis()
    expect(lease?.verdict).toBe('orphaned')
    expect(items.map(({ type, urn: of }) => [type, of])).toEqual([['creating', urn('ledger')]])
    expect(items[0]?.clues).toContainEqual({ label: 'bucket', value: 'ledger-7f3a91c' })
    expect(findings.map(({ recovery }) => recovery)).toEqual(['release-lease', 'clear-create'])
  })

  it('3: a second cancel explains how the update ended, and changes nothing', async () => {
    const { world, cli, console } = await acceptanceWorld(SHOP)
    const run = await cli.start(SHOP)
    await cli.cancel(SHOP)
    const again = () => outcome(cli.call('POST', `${cli.path(SHOP)}/update/${run.id}/cancel`, { command: 'cancel' }))
    // Soon after the first call it may be a retry whose answer was lost; later it is a second request
    // (docs/protocol.md, Cancel).
    expect(await again()).toBe('ok')
    world.advance(601_000)
    expect(await again()).toBe('[409] Conflict: The Update has already completed')
    const { findings } = await console.diagnosis()
    expect(findings.map(({ recovery }) => recovery)).toEqual(['nothing-to-cancel'])
  })

  it('4: a client cancelled while alive gets its write and renewal refused; its end is accepted without effect, and late reports are kept', async () => {
    const { cli, console } = await acceptanceWorld(SHOP)
    const run = await cli.start(SHOP)
    const step = await run.begin('creating', { type: BUCKET, name: 'ledger', inputs: { bucket: 'ledger-7f3a91c' } })
    await cli.cancel(SHOP)
    const before = await cli.exportState(SHOP)
    expect(await outcome(step.succeeds())).toMatch(/^\[409\]/)
    expect(await outcome(run.renew())).toMatch(/^\[403\]/)
    await run
      .events([
        { resOutputsEvent: { metadata: { op: 'create', urn: urn('ledger'), type: BUCKET, new: { id: 'late-id' } } } },
      ])
      .catch(() => undefined)
    await run.completeOnly('succeeded').catch(() => undefined)
    expect(await cli.exportState(SHOP)).toEqual(before)
    expect(before.deployment.pending_operations).toHaveLength(1)
    const { pending: items } = await console.diagnosis()
    expect(items[0]?.lateEvidence.map(({ resourceId }) => resourceId)).toContain('late-id')
  })
})

describe('pending operations', () => {
  it('5: of one operation of each type, those that a refresh would drop are removed once resolved, and the create stays', async () => {
    const { cli, console } = await acceptanceWorld(SHOP)
    const types = ['updating', 'deleting', 'reading', 'importing']
    await cli.importState(
      SHOP,
      document({
        resources: types.map((type) => bucket(type)),
        pending_operations: [
          ...types.map((type) => pending(type, bucket(type))),
          pending('creating', bucket('new', { id: '' })),
        ],
      }),
    )
    const checked = { answer: 'checked', statement: 'A refresh preview showed no surprise.' }
    await console.answer('clear-operations', Object.fromEntries(types.map((type) => [type, checked])))
    const { deployment } = await cli.exportState(SHOP)
    expect(deployment.pending_operations?.map(({ type }) => type)).toEqual(['creating'])
    expect(deployment.resources).toHaveLength(4)
    expect(await console.findings()).toEqual(['clear-create'])
  })

  it('6: a pending create next to a live entry that is older, newer, or half replaced gets three different recommendations', async () => {
    const advice = async (tell: (it: Awaited<ReturnType<typeof acceptanceWorld>>) => Promise<void>) => {
      const it = await acceptanceWorld(SHOP)
      await tell(it)
      const [item] = (await it.console.diagnosis()).pending
      return { situation: item?.situation, recovery: item?.recovery, safePath: item?.safePath ?? '' }
    }
    const spec = { type: BUCKET, name: 'web', inputs: { bucket: 'web-2' } }
    const older = await advice(async ({ world, cli }) => {
      await cli.importState(SHOP, document({ resources: [bucket('web')] }))
      await (await cli.start(SHOP)).begin('creating', spec)
      await world.expire()
    })
    const newer = await advice(async ({ world, cli }) => {
      await (await cli.start(SHOP)).begin('creating', spec)
      await world.expire()
      const again = await cli.start(SHOP)
      await again.does('creating', { ...spec, inputs: { bucket: 'web-3' } })
      await again.complete()
    })
    const half = await advice(async ({ cli }) => {
      await cli.importState(
        SHOP,
        document({
          resources: [bucket('web', { pendingReplacement: true })],
          pending_operations: [pending('creating', bucket('web', { id: '' }))],
        }),
      )
    })
    expect([older, newer, half].map(({ situation }) => situation)).toEqual([
      'createLiveOlder',
      'createLiveNewer',
      'createHalfReplaced',
    ])
    expect(new Set([older, newer, half].map(({ safePath }) => safePath)).size).toBe(3)
  })
})

describe('broken states', () => {
  it('7: children before parents are reordered as by the CLI’s own repair', async () => {
    const { console, exported, found } = await broken('child_before_parent')
    const { problems } = await console.options('fix-references')
    expect(problems.map(({ suggested }) => suggested)).toEqual(['sort'])
    const record = await console.run('fix-references', [{ problem: problems[0]?.id ?? '', option: 'sort' }])
    expect(record.proof.every(({ ok }) => ok)).toBe(true)
    const [ours, theirs] = [await exported(), readState(found.after)]
    if (!theirs.ok) throw new Error(theirs.problem)
    expect(isAccepted(verify(ours.deployment))).toBe(true)
    // The engine orders equal entries at random; the resources are the same.
    expect(normaliseState(ours).resources).toEqual(normaliseState(theirs.document).resources)
  })

  it('8: a lost provider, which the CLI cannot restore, is restored from the history', async () => {
    const it = await acceptanceWorld(DEPOT)
    const found = integrityCases().find(({ name }) => name === 'provider_removed')
    const sound = integrityCases().find(({ name }) => name === 'alias_kept')
    await it.cli.importState(DEPOT, sound?.state)
    await it.cli.importState(DEPOT, found?.state)
    const read = readState(found?.state)
    expect(read.ok && repairAsCli(read.document).verdict).toBe('cannotRepair')
    const { problems } = await it.console.options('restore-provider')
    const restore = problems[0]?.options.find(({ id }) => id.startsWith('restore:'))
    expect(restore?.title).toMatch(/from version 1/)
    await it.console.run(
      'restore-provider',
      problems.map(({ id, options }) => ({
        problem: id,
        option: options.find((option) => option.id.startsWith('restore:'))?.id ?? '',
        statement: 'Same account.',
      })),
    )
    expect(verify((await it.cli.exportState(DEPOT)).deployment)).toEqual([])
  })

  it('9: a dangling replaceWith, on which the CLI fails, is removed', async () => {
    const { console, exported, found } = await broken('dangling_replace_with')
    expect(found.repair?.text).toMatch(/Failed to repair/)
    const { problems } = await console.options('fix-references')
    const record = await console.run(
      'fix-references',
      problems.map(({ id, suggested }) => ({ problem: id, option: suggested ?? '' })),
    )
    expect(record.proof.map(({ ok }) => ok)).not.toContain(false)
    expect(verify((await exported()).deployment)).toEqual([])
  })

  it('10: two live entries with one ID are never resolved with a delete mark', async () => {
    const { console, exported } = await broken('duplicate_same_id')
    const { problems } = await console.options('resolve-duplicates')
    const [problem] = problems
    expect(problem?.options.length).toBeGreaterThan(0)
    for (const { title, risk } of problem?.options ?? []) expect(`${title} ${risk}`).not.toMatch(/will be deleted/i)
    const before = resourcesOf(await exported())
    await console.run('resolve-duplicates', [
      {
        problem: problem?.id ?? '',
        option: problem?.suggested ?? problem?.options[0]?.id ?? '',
        statement: 'One object, looked up.',
      },
    ])
    const after = resourcesOf(await exported())
    expect(after).toHaveLength(before.length - 1)
    expect(after.filter((entry) => entry.delete)).toEqual(before.filter((entry) => entry.delete))
  })

  it('11: a state with an unknown future feature is shown and downloaded, never edited', async () => {
    const { console, exported, found, cli } = await broken('version_4_unknown_feature')
    const text = async () => JSON.stringify(await exported())
    const before = await text()
    expect(await console.findings()).toEqual(['upgrade-cli'])
    const { guide, problems } = await console.options('fix-references')
    expect(problems).toEqual([])
    expect(guide).toBeNull()
    const request = await console.request('fix-references', [{ problem: 'order', option: 'sort' }])
    expect(await console.refused(console.call('POST', '/recoveries', request))).toMatchObject({
      code: 'unsupported_state',
    })
    expect(await text()).toBe(before)
    expect((await cli.exportState(DEPOT)).features).toEqual((found.state as StateDocument).features)
  })
})

describe('every recorded broken state', () => {
  const FAMILY: RecoveryId[] = ['fix-references', 'restore-provider', 'resolve-duplicates', 'fix-entry', 'break-cycle']

  it.each(
    integrityCases().flatMap(
      ({ set, name }) => (set === 'failed-update' && !name.includes('version_99') ? [name] : []), // the import itself is refused
    ),
  )('%s: the fault is shown, and the recommended fixes never make it worse', async (name) => {
    const { console, exported } = await broken(name)
    const { integrity, findings } = await console.diagnosis()
    const integrityErrors = async () => (await console.diagnosis()).integrity.length
    const ids = findings.flatMap(({ recovery }) => (recovery !== null && FAMILY.includes(recovery) ? [recovery] : []))
    expect(
      integrity.length === 0 || ids.length > 0 || findings.some(({ recovery }) => recovery === 'upgrade-cli'),
    ).toBe(true)
    const [id] = ids
    if (!id) return
    const { problems } = await console.options(id)
    const choices = problems.flatMap(({ id: problem, suggested }) =>
      suggested === null ? [] : [{ problem, option: suggested, statement: 'Looked.' }],
    )
    const before = await exported()
    if (choices.length > 0) await console.run(id, choices)
    const after = await exported()
    expect(await integrityErrors()).toBeLessThanOrEqual(integrity.length)
    expect(after.deployment.pending_operations).toEqual(before.deployment.pending_operations)
  })
})
