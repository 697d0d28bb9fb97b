import { describe, expect, it } from 'vitest'
import { isAccepted, verify } from '#domain/state/integrity.ts'
import { readState } from '#domain/state/checkpoint.ts'
import { integrityCases } from '#testing/load.ts'
import { createOfflineApi } from './offlineApi.ts'
import type { ExportRequest } from '#domain/plan/planExport.ts'

const json = (value: unknown) => new Blob([JSON.stringify(value)])
const cases = integrityCases()
const stateOf = (name: string) => cases.find((each) => each.name === name)?.state

const SECRET = {
  '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270',
  plaintext: '"hunter2"',
}
const root = { urn: 'urn:pulumi:prod::shop::pulumi:pulumi:Stack::shop-prod', type: 'pulumi:pulumi:Stack' }
const bucket = {
  urn: 'urn:pulumi:prod::shop::aws:s3/bucket:Bucket::logs',
  type: 'aws:s3/bucket:Bucket',
  custom: true,
  id: 'logs-1',
  parent: root.urn,
  inputs: { bucket: 'logs', password: SECRET },
  somethingNew: { kept: true },
}
const pending = {
  type: 'creating',
  resource: { ...bucket, urn: bucket.urn.replace('logs', 'new'), id: '', inputs: { bucket: 'new' } },
}
const manifest = { time: '2026-01-05T09:00:00Z', magic: '', version: '' }
const state = { version: 3, deployment: { manifest, resources: [root, bucket], pending_operations: [pending] } }

async function opened(value: unknown) {
  const api = createOfflineApi()
  await api.open(json(value))
  const view = await api.look()
  const request = (change: Partial<ExportRequest> = {}): ExportRequest => ({
    choices: [],
    answers: {},
    stack: view.facts.stack,
    ...change,
  })
  return { api, view, request }
}

describe('what is shown of a state', () => {
  it('names the stack, the counts, and the secrets provider', async () => {
    const { view } = await opened(state)
    expect(view.facts).toMatchObject({
      stack: { org: 'organization', project: 'shop', stack: 'prod' },
      isCertain: false,
      shape: 'deployment',
      counts: { entries: 2, custom: 1, components: 1, pending: 1 },
      secrets: { encrypted: 0, plain: 1 },
    })
    expect(view.columns.names).toEqual(['shop-prod', 'logs'])
  })

  it('is the same before and after the check', async () => {
    const api = createOfflineApi()
    const first = await api.open(json({ ...state, deployment: { ...state.deployment, resources: [bucket, root] } }))
    expect(first.facts.counts).toMatchObject({ entries: 2, pending: 1 })
    const { text, facts, isAccepted: isFine } = await api.look()
    expect({ text, facts }).toEqual(first)
    expect(isFine).toBe(false)
  })

  it('takes the full name from a checkpoint file of a backend', async () => {
    const { view } = await opened({ version: 3, checkpoint: { stack: 'acme/shop/prod', latest: state.deployment } })
    expect(view.facts).toMatchObject({ stack: { org: 'acme', project: 'shop', stack: 'prod' }, isCertain: true })
  })

  it('never includes the value of a secret', async () => {
    const { api, view, request } = await opened({
      ...state,
      deployment: { ...state.deployment, resources: [root, { ...bucket, unheardOf: { deep: [SECRET] } }] },
    })
    const answers = JSON.stringify([
      view,
      await api.entry(1),
      await api.effect(request()),
      await api.compare(json(state)),
    ])
    expect(answers).not.toContain('hunter2')
    expect(await (await api.download(request())).text()).toContain('hunter2')
  })
})

describe('the download', () => {
  it('is the same state when nothing was chosen, including unknown keys and pending operations', async () => {
    const { api, request } = await opened(state)
    expect(await api.effect(request())).toMatchObject({ isChanged: false, operationsLeft: [{ type: 'creating' }] })
    expect(JSON.parse(await (await api.download(request())).text())).toEqual(state)
  })

  it('omits the answered operations, and nothing else', async () => {
    const { api, request } = await opened(state)
    const answered = request({ answers: { 0: 'doesNotExist' } })
    expect(await api.effect(answered)).toMatchObject({
      operationsResolved: [{ type: 'creating', urn: pending.resource.urn }],
      operationsLeft: [],
    })
    const written = JSON.parse(await (await api.download(answered)).text()) as typeof state
    expect(written.deployment.pending_operations).toBeUndefined()
    expect(written.deployment.resources).toEqual(state.deployment.resources)
  })

  it('is refused for a state the engine would refuse', async () => {
    const { api, view, request } = await opened(stateOf('cycle_of_dependencies'))
    expect(view.isAccepted).toBe(false)
    expect((await api.effect(request())).refusal).toMatch(/engine would refuse/)
    await expect(api.download(request())).rejects.toThrow(/engine would refuse/)
  })

  it('is valid for every recorded broken state once a fix is chosen for everything', async () => {
    const readable = cases.filter((each) => readState(each.state).ok)
    expect(readable.length).toBeGreaterThan(100)
    const refused: string[] = []
    for (const { name, state } of readable) {
      const { api, view, request } = await opened(state)
      const choices = view.problems.flatMap(({ id, suggested, options }) => {
        const option = suggested ?? options[0]?.id
        return option === undefined ? [] : [{ problem: id, option }]
      })
      const read = readState(JSON.parse(await (await api.download(request({ choices }))).text()))
      if (!read.ok || !isAccepted(verify(read.document.deployment))) refused.push(name)
    }
    expect(refused).toEqual([])
  })
})

describe('opening a file', () => {
  it.each([
    ['', /is empty/],
    ['{"version":3,"deployment":{"resour', /truncated.*\.bak/],
    ['pulumi:pulumi:Stack', /Not valid JSON/],
    ['{"version":3\n"deployment": {}}', /Not valid JSON behind line 2, column 1/],
    ['{"version":99,"deployment":{}}', /newer CLI/],
    ['{"version":4,"features":["teleport"],"deployment":{}}', /needs abilities.*teleport/],
    ['{"hello":"world"}', /not a Pulumi state/],
    ['[1,2]', /not a Pulumi state/],
    ['{"version":3,"deployment":{"resources":[7]}}', /shape that no CLI can read/],
    ['{"sequence":1,"timestamp":1,"preludeEvent":{}}\n{"sequence":2,"timestamp":1}\n', /drop it on Diagnose/],
  ])('is refused with an explanation for: %s', async (text, sentence) => {
    await expect(createOfflineApi().open(new Blob([text]))).rejects.toThrow(sentence)
  })

  it('never quotes it in an explanation, since it may contain a secret', async () => {
    await expect(createOfflineApi().open(new Blob(['hunter2']))).rejects.not.toThrow(/hunter2/)
  })

  it('succeeds with 10,000 entries of the same name, which are reported as duplicates', async () => {
    const resources = [root, ...Array.from({ length: 10_000 }, (_, i) => ({ ...bucket, id: `logs-${i}` }))]
    const { view } = await opened({ version: 3, deployment: { manifest, resources } })
    expect(view.problems).toMatchObject([{ kind: 'duplicate', recovery: 'resolve-duplicates' }])
    expect(view.problems[0]?.suggested).toBeUndefined()
  })
})

it('compares by URN, and lists the differing properties', async () => {
  const { api } = await opened(state)
  const queue = { ...bucket, urn: bucket.urn.replace('logs', 'queue'), id: 'q' }
  const other = { ...bucket, id: 'logs-2', inputs: { ...bucket.inputs, bucket: 'renamed' } }
  const { diff } = await api.compare(json({ version: 3, deployment: { manifest, resources: [other, queue] } }))
  expect(diff.counts).toMatchObject({ added: 1, removed: 1, changed: 1, same: 0 })
  const changed = diff.entries.find(({ change }) => change === 'changed')
  expect(changed?.properties.map(({ path }) => path)).toEqual(['id', 'inputs.bucket'])
  expect(diff.operationsRemoved).toEqual([{ type: 'creating', urn: pending.resource.urn }])
})

describe('edits by hand, in the browser only', () => {
  it('are planned, applied, undone one by one, and included in the download', async () => {
    const { api, request } = await opened(state)
    const rename = { do: 'rename', urn: bucket.urn, name: 'archive' } as const
    expect(await api.planEdit(rename)).toMatchObject({ isPossible: true, diff: { counts: { renamed: 1 } } })
    const edited = await api.edit(rename)
    expect(edited.edits).toEqual(['Rename logs to archive'])
    expect(edited.columns.names).toContain('archive')
    await api.edit({ do: 'protect', urns: [bucket.urn.replace('logs', 'archive')] })
    const written = JSON.parse(await (await api.download(request())).text()) as typeof state
    expect(written.deployment.resources[1]).toEqual({
      ...bucket,
      urn: bucket.urn.replace('logs', 'archive'),
      protect: true,
    })
    expect((await api.undo()).edits).toHaveLength(1)
    expect((await api.undo()).edits).toEqual([])
    expect(JSON.parse(await (await api.download(request())).text())).toEqual(state)
    expect((await api.undo()).edits).toEqual([])
  })

  it('restore the masked secrets when they are made as text', async () => {
    const { api, request } = await opened(state)
    const { text, urn, index } = await api.source(1)
    expect(text).not.toContain('hunter2')
    await api.edit({ do: 'replaceEntry', urn, index, text: text.replace('"logs-1"', '"logs-2"') })
    const written = JSON.parse(await (await api.download(request())).text()) as typeof state
    expect(written.deployment.resources[1]).toEqual({ ...bucket, id: 'logs-2' })
  })

  it('are refused on an invalid state, until the chosen repairs are applied', async () => {
    const broken = { ...bucket, dependencies: [bucket.urn.replace('logs', 'gone')] }
    const { api, view, request } = await opened({ version: 3, deployment: { manifest, resources: [root, broken] } })
    const protect = { do: 'protect' as const, urns: [bucket.urn] }
    await expect(api.edit(protect)).rejects.toThrow(/invalid and must be repaired first/)
    const choices = view.problems.map(({ id, options }) => ({
      problem: id,
      option: options.find((each) => each.title.startsWith('Drop'))?.id ?? '',
    }))
    expect((await api.takeOver(request({ choices }))).isAccepted).toBe(true)
    expect((await api.edit(protect)).edits).toHaveLength(2)
  })

  it('can use an earlier version, which is offered for lost entries', async () => {
    const gone = { ...bucket, urn: bucket.urn.replace('logs', 'gone'), id: 'gone-1' }
    const broken = { ...bucket, dependencies: [gone.urn] }
    const { api, view, request } = await opened({ version: 3, deployment: { manifest, resources: [root, broken] } })
    const titles = (each: typeof view) => each.problems.flatMap(({ options }) => options.map(({ title }) => title))
    expect(titles(view).join()).not.toMatch(/[Rr]estore|[Pp]ut .* back/)
    const more = await api.earlier(json({ version: 3, deployment: { manifest, resources: [root, gone, bucket] } }))
    expect(more.hasEarlier).toBe(true)
    expect(titles(more).length).toBeGreaterThan(titles(view).length)
    const [problem] = more.problems
    const option = problem?.options.find(({ title }) => !titles(view).includes(title))
    const choices = [{ problem: problem?.id ?? '', option: option?.id ?? '' }]
    const written = JSON.parse(await (await api.download(request({ choices }))).text()) as typeof state
    expect(written.deployment.resources.map(({ urn }) => urn)).toEqual([root.urn, gone.urn, bucket.urn])
  })
})

describe('bad input', () => {
  it.each<[string, Uint8Array<ArrayBuffer> | string, RegExp]>([
    ['bytes that are not UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22]), /UTF-8/],
    ['an unknown version', '{"version":5,"deployment":{}}', /newer CLI/],
  ])('is refused with a clear sentence: %s', async (_what, content, sentence) => {
    await expect(createOfflineApi().open(new Blob([content]))).rejects.toThrow(sentence)
  })

  it('is refused by its size, before it is read, when it is a file of 300 MB', async () => {
    const huge = { size: 300_000_000 } as Blob // nothing of it may be read
    await expect(createOfflineApi().open(huge)).rejects.toThrow(/300 MB/)
  })

  it('is only a warning when it is a truncated ciphertext, since the page has no key', async () => {
    const secret = { '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270', ciphertext: 'AAAAlong' }
    const { api } = await opened({
      version: 3,
      deployment: { manifest, resources: [root, { ...bucket, inputs: { secret } }] },
    })
    const { text, urn, index } = await api.source(1)
    const plan = await api.planEdit({ do: 'replaceEntry', urn, index, text: text.replace('AAAAlong', 'AAAA') })
    expect(plan.problems.map(({ code }) => code)).toContain('ciphertext')
    expect(plan.level).toBe(2)
  })
})
