import { describe, expect, it } from 'vitest'
import { ProblemDetails } from '#contract/problem.ts'
import { Retention, RetentionPreview } from '#contract/retention.ts'
import { StateVersions } from '#contract/stacks.ts'
import { runDue } from '../../core/stacks/retentionRuns.ts'
import { createServiceApp } from '../../cli/routes.ts'
import { createHarness, type Harness } from '#testing/consoleHarness.ts'

const NAME = 'organization/shop/prod'
const DAY_S = 24 * 3600
const ORG = '/orgs/organization'

/** A stack with this number of imported versions, one a day. */
async function world(versions: number, name = NAME, harness?: Harness) {
  const made = harness ?? (await createHarness())
  await made.cli.createStack(name)
  for (let version = 1; version <= versions; version++) {
    await made.wait(DAY_S)
    await made.cli.import(name, stateWith(`r${version}`))
  }
  return made
}
const stateWith = (name: string, pending: object[] = []) => ({
  manifest: {},
  resources: [{ urn: `urn:pulumi:prod::shop::x:y:Z::${name}`, type: 'x:y:Z' }],
  ...(pending.length > 0 && { pending_operations: pending }),
})

const preview = async ({ get }: Harness, rule: string) =>
  RetentionPreview.parse(await get(`${ORG}/retention/preview?${rule}`))
const run = (harness: Harness, { at, rule, stacks }: RetentionPreview, confirm = 'organization') =>
  harness.call('POST', `${ORG}/retention/run`, {
    body: { at, rule, confirm, stacks: stacks.map(({ id, versions }) => ({ id, versions })) },
  })
const setRule = (harness: Harness, rule: object | null) => harness.call('POST', `${ORG}/retention`, { body: { rule } })
const goneVersions = async ({ get }: Harness, name = NAME) =>
  StateVersions.parse(await get(`/stacks/${name}/versions`))
    .versions.filter(({ removedAt }) => removedAt !== null)
    .map(({ version }) => version)

describe('the retention of versions', () => {
  it('is off until it is switched on: nothing is ever removed', async () => {
    const harness = await world(5)
    expect(Retention.parse(await harness.get(`${ORG}/retention`))).toEqual({
      rule: null,
      changedAt: null,
      changedBy: null,
      lastRun: null,
    })
    await harness.wait(1_000 * DAY_S)
    await runDue(harness.deps)
    expect(await goneVersions(harness)).toEqual([])
  })

  it('leaves mirrors of connected backends as they are', async () => {
    const harness = await world(5)
    const row = await harness.deps.store.read((reader) =>
      reader.stack({ org: 'organization', project: 'shop', name: 'prod' }),
    )
    await harness.deps.store.write((writer) => writer.patchStack(row?.id ?? '', { backendId: 'backend-1' }))
    expect((await preview(harness, 'keepNewest=2')).stacks).toEqual([])
    await setRule(harness, { keepNewest: 1, keepDays: null })
    await harness.wait(2 * DAY_S)
    await runDue(harness.deps)
    expect(await goneVersions(harness)).toEqual([])
  })

  it('previews what it would remove, which removes nothing', async () => {
    const harness = await world(6)
    await world(1, 'organization/shop/small', harness)
    const { stacks, versions, bytes, passedOver } = await preview(harness, 'keepNewest=2')
    // The last import is both the base and the result of the last run; its base is kept as well.
    expect(stacks).toMatchObject([{ ref: { stack: 'prod' }, versions: 4, from: 1, to: 4 }])
    expect({ versions, passedOver }).toEqual({ versions: 4, passedOver: [] })
    expect(bytes).toBeGreaterThan(4 * 60)
    expect(await goneVersions(harness)).toEqual([])
    expect((await harness.call('GET', `${ORG}/retention/preview`)).status).toBe(400)
  })

  it('removes by hand exactly what was listed, keeps the history, and says so where a version is missing', async () => {
    const harness = await world(6)
    const listed = await preview(harness, 'keepNewest=2')
    expect((await run(harness, listed, 'prod')).status).toBe(422)
    expect(await goneVersions(harness)).toEqual([])

    const reply = (await (await run(harness, listed)).json()) as object
    expect(reply).toMatchObject({ run: { stacks: 1, versions: 4, bytes: listed.bytes, by: 'admin' }, changed: [] })
    expect(await goneVersions(harness)).toEqual([4, 3, 2, 1])
    expect(await harness.get(`/stacks/${NAME}/updates`)).toMatchObject({ total: 6 })
    expect((await harness.call('GET', `/stacks/${NAME}/updates/2`)).status).toBe(200)
    const page = await harness.call('GET', `/stacks/${NAME}/resources?version=2`)
    expect(ProblemDetails.parse(await page.json())).toMatchObject({
      code: 'not_found',
      detail: expect.stringMatching(
        /^The state of version 2 was removed on 2026-\d\d-\d\d by the retention of versions/,
      ),
    })
    const service = createServiceApp(harness.deps)
    const headers = { authorization: `token ${harness.token}` }
    const exported = await service.request(`/api/stacks/${NAME}/export/2`, { headers })
    expect(await exported.json()).toMatchObject({
      code: 404,
      message: expect.stringContaining('version 2 was removed'),
    })
    expect((await service.request(`/api/stacks/${NAME}/export/5`, { headers })).status).toBe(200)
    const { entries } = (await harness.get('/audit?action=retention.run')) as { entries: { detail: string }[] }
    expect(entries[0]?.detail).toContain('organization: 4 versions of 1 stack')
    expect((await preview(harness, 'keepNewest=2')).versions).toBe(0)
  })

  it('removes nothing of a stack when the list is no longer current', async () => {
    const harness = await world(6)
    const listed = await preview(harness, 'keepNewest=2')
    await harness.cli.start(NAME)
    const reply = await (await run(harness, listed)).json()
    expect(reply).toMatchObject({ run: { versions: 0 }, changed: [{ stack: 'prod' }] })
    expect(await goneVersions(harness)).toEqual([])
  })

  it('ignores versions written after the list was made', async () => {
    const harness = await world(6)
    const listed = await preview(harness, 'keepNewest=2')
    await harness.wait(60)
    await harness.cli.import(NAME, stateWith('later'))
    expect((await run(harness, listed)).status).toBe(200)
    expect(await goneVersions(harness)).toEqual([4, 3, 2, 1])
  })

  it('applies a rule after a day, then once a day, and stops when it is switched off', async () => {
    const harness = await world(4)
    await setRule(harness, { keepNewest: 2, keepDays: null })
    await runDue(harness.deps)
    expect(await goneVersions(harness)).toEqual([])
    await harness.wait(DAY_S)
    await runDue(harness.deps)
    expect(await goneVersions(harness)).toEqual([2, 1])
    expect(Retention.parse(await harness.get(`${ORG}/retention`))).toMatchObject({
      rule: { keepNewest: 2 },
      changedBy: 'admin',
      lastRun: { by: 'holdfast', versions: 2 },
    })
    await harness.cli.import(NAME, stateWith('r5'))
    await runDue(harness.deps)
    expect(await goneVersions(harness)).toEqual([2, 1]) // not twice on one day
    await setRule(harness, null)
    await harness.wait(3 * DAY_S)
    await runDue(harness.deps)
    expect(await goneVersions(harness)).toEqual([2, 1])
    const { entries } = (await harness.get('/audit?action=retention.change')) as { entries: { detail: string }[] }
    expect(entries.map(({ detail }) => detail)).toEqual(['organization: off', 'organization: keep the newest 2'])
  })

  it('refuses a rule without a limit', async () => {
    const harness = await createHarness()
    expect((await setRule(harness, { keepNewest: null, keepDays: null })).status).toBe(400)
    expect((await setRule(harness, { keepNewest: 0, keepDays: null })).status).toBe(400)
  })
})

describe('versions still needed are kept:', () => {
  const reasonOf = async (harness: Harness) => {
    const { stacks, passedOver } = await preview(harness, 'keepNewest=1')
    expect(stacks).toEqual([])
    return passedOver.map(({ reason }) => reason)
  }

  it('all of a stack with a running update, or with an interrupted one', async () => {
    const harness = await world(5)
    await harness.cli.start(NAME)
    expect(await reasonOf(harness)).toEqual(['An update is running.'])
    await harness.wait(301)
    expect(await reasonOf(harness)).toEqual(['An interrupted update is not resolved yet.'])
  })

  it('all of a stack with pending operations', async () => {
    const harness = await world(5)
    const resource = { urn: 'urn:pulumi:prod::shop::x:y:Z::new', type: 'x:y:Z' }
    await harness.cli.import(NAME, stateWith('x', [{ type: 'creating', resource }]))
    expect(await reasonOf(harness)).toEqual(['Operations are pending in its state.'])
  })

  it('all of a deleted stack for 30 days; then the rule applies, and it can still be restored', async () => {
    const harness = await world(5)
    await harness.cli.send(`${NAME}?force=true`, {}, { method: 'DELETE' })
    await harness.wait(29 * DAY_S)
    expect(await reasonOf(harness)).toEqual(['It was deleted less than 30 days ago.'])
    await harness.wait(2 * DAY_S)
    const listed = await preview(harness, 'keepNewest=1')
    expect(listed.stacks).toMatchObject([{ versions: 3, from: 1, to: 3 }])
    await run(harness, listed)
    const [id] = listed.stacks.map((stack) => stack.id)
    expect((await harness.call('POST', `${ORG}/deleted-stacks/${id}/restore`, { body: {} })).status).toBe(200)
    expect((await harness.call('GET', `/stacks/${NAME}/resources`)).status).toBe(200)
  })

  it('the one that the last run started from, and all written since', async () => {
    const harness = await world(5)
    const run = await harness.cli.start(NAME)
    await run.complete('failed')
    expect((await preview(harness, 'keepNewest=1')).stacks).toMatchObject([{ versions: 4, from: 1, to: 4 }])
    await harness.cli.send(`${NAME}/rename`, { newName: 'new' })
    await harness.cli.send(`organization/shop/new/rename`, { newName: 'prod' })
    expect((await preview(harness, 'keepNewest=1')).stacks).toMatchObject([{ versions: 4, from: 1, to: 4 }])
  })
})
