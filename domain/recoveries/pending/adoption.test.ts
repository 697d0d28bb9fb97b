import { describe, expect, it } from 'vitest'
import { recoveryOf as guided, sampleFacts } from '#testing/samples/sampleFacts.ts'
import type { OptionChoice } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { renameResource } from '../../edits/renameResource.ts'
import { pendingItems, pendingKey } from '../../journal/pending.ts'
import { readState, type Resource, type StateDocument, toDocument } from '../../state/checkpoint.ts'
import { renameDocument } from '../../state/rename.ts'
import { hasUnknownOutputs, withUnknownOutputs } from '../../state/unknownOutputs.ts'
import type { FactsWithEarlier } from '../guidedRecovery.ts'
import { planChange } from '../planChange.ts'
import { guidedRecoveries } from '../registry.ts'
import { guidedFindings, recoveryOptions } from '../stateFacts.ts'
import type { ReportedState } from './reportedState.ts'

const stack = { org: 'organization', project: 'shop', stack: 'prod' }
const DATABASE = 'aws:rds/instance:Instance'
const DYNAMIC = 'pulumi-nodejs:dynamic:Resource'
const urnOf = (name: string, type = DATABASE) => `urn:pulumi:prod::shop::${type}::${name}`
const planned = (name: string, more: Partial<Resource> = {}): Resource => ({
  urn: urnOf(name, more.type ?? DATABASE),
  type: DATABASE,
  custom: true,
  inputs: { engine: 'postgres' },
  ...more,
})
const stateOf = (pending: Resource[], resources: Resource[] = []): StateDocument =>
  toDocument(
    { resources, pending_operations: pending.map((resource) => ({ type: 'creating', resource })) },
    { byteString: false },
  )
const FIRST_SEEN = { version: 2, update: 'u2', at: 0 }
const factsOf = (document: StateDocument, more: Partial<FactsWithEarlier> = {}) =>
  sampleFacts(stack, document, {
    now: 0,
    integrity: [],
    pending: pendingItems({
      stack,
      deployment: document.deployment,
      firstSeen: new Map(
        (document.deployment.pending_operations ?? []).map((op, index) => [pendingKey(index, op), FIRST_SEEN]),
      ),
      late: (more.reported ?? []).map(({ update, urn, at, id }) => ({ update, urn, at, resourceId: id })),
    }),
    cliVersion: 'v3.260.0',
    ...more,
  })
const plan = (facts: FactsWithEarlier, choices: Partial<OptionChoice>[], id: RecoveryId = 'adopt-create') => {
  const problems = guided(id).problems?.(facts) ?? []
  const all = choices.map((choice, at) => ({ problem: problems[at]?.id ?? '', option: 'adopt', inputs: {}, ...choice }))
  return planChange(guided(id), facts, all, { tags: {}, least: 0 })
}
function written(...args: Parameters<typeof plan>) {
  const result = plan(...args)
  if (!result.ok) throw new Error(result.reason)
  return result
}
const report = (source: ReportedState['source'], state: Record<string, unknown>, id = 'db-1'): ReportedState => ({
  update: FIRST_SEEN.update,
  urn: urnOf('db'),
  id,
  at: 1,
  source,
  state: { ...planned('db'), id, ...state },
})
const secret = { '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270', ciphertext: 'v1:abc' }

describe('an entry that is written from a pending create', () => {
  const adopted = (more: Partial<Resource> = {}) => {
    const { document, stopAndAsk } = written(factsOf(stateOf([planned('db', more)])), [{ inputs: { id: 'db-1' } }])
    return { document, stopAndAsk, entry: document.deployment.resources?.[0] as Resource }
  }

  it('is marked, so that the engine refreshes it before it compares it with the program', () => {
    const { document, entry } = adopted()
    expect(entry).toEqual({ ...planned('db'), id: 'db-1', refreshBeforeUpdate: true })
    expect([document.version, document.features]).toEqual([4, ['refreshBeforeUpdate']])
    expect(readState(document).ok).toBe(true)
  })

  it('has the inputs of a dynamic resource as its outputs, with the code that reads it', () => {
    const inputs = { size: 1, __provider: secret }
    const { entry } = adopted({ type: DYNAMIC, inputs })
    expect(entry.outputs).toEqual(inputs)
    expect(hasUnknownOutputs(entry)).toBe(true)
  })

  it('is refused for a CLI that would ignore the mark', () => {
    const facts = factsOf(stateOf([planned('db')]), { cliVersion: 'v3.182.9' })
    expect(plan(facts, [{ inputs: { id: 'db-1' } }])).toMatchObject({ ok: false, code: 'would_break_state' })
    expect(plan({ ...facts, cliVersion: 'v3.183.0' }, [{ inputs: { id: 'db-1' } }]).ok).toBe(true)
  })

  it.each([
    ['a component, which the engine could not read', { type: 'shop:index:Site', custom: false }],
    ['a provider, which the next update creates', { type: 'pulumi:providers:aws' }],
  ])('is not offered for %s, nor is anything to be deleted in the cloud', (_what, more) => {
    const facts = factsOf(stateOf([planned('db', more)]))
    expect(guided('adopt-create').problems?.(facts)).toEqual([])
    expect(guided('discard-create').problems?.(facts)).toEqual([])
  })

  describe('in place of an old one whose replacement is incomplete, is refused', () => {
    const half = (name: string, more: Partial<Resource> = {}) => planned(name, { id: `${name}-0`, pendingReplacement: true, ...more }) // prettier-ignore
    const finish = (resources: Resource[], ids: string[]) =>
      plan(
        factsOf(
          stateOf(
            ids.map((_, at) => planned(['db', 'other'][at] ?? '')),
            resources,
          ),
        ),
        ids.map((id) => ({ inputs: { id } })),
        'finish-replacement',
      )

    it('with the ID of an entry that waits to be deleted: the next update would delete the object', () => {
      const old = planned('db', { id: 'db-1', delete: true })
      expect(finish([half('db'), old], ['db-1'])).toMatchObject({ ok: false, reason: 'db is already the object db-1.' })
      expect(finish([half('db'), old], ['db-2']).ok).toBe(true)
    })

    it('with one ID for two resources', () => {
      const [db, other] = [half('db'), half('other')]
      expect(finish([db, other], ['x', 'x'])).toMatchObject({ ok: false, reason: 'db is already the object x.' })
      expect(finish([db, other], ['x', 'y']).ok).toBe(true)
    })

    it('but not with the ID of a resource in another place', () => {
      const of = (region: string) => ({ urn: urnOf(region, 'pulumi:providers:aws'), type: 'pulumi:providers:aws', custom: true, id: region, inputs: { region } }) // prettier-ignore
      const by = (region: string) => ({ provider: `${urnOf(region, 'pulumi:providers:aws')}::${region}` })
      const document = stateOf([planned('db', by('eu'))], [of('eu'), of('us'), half('db', by('eu')), planned('us', { id: 'main', ...by('us') })]) // prettier-ignore
      expect(plan(factsOf(document), [{ inputs: { id: 'main' } }], 'finish-replacement').ok).toBe(true)
    })
  })

  it('is not offered for a component that is half replaced', () => {
    const site = planned('db', { type: 'shop:index:Site', custom: false })
    const facts = factsOf(stateOf([site], [{ ...site, pendingReplacement: true }]))
    expect(guided('finish-replacement').problems?.(facts)).toEqual([])
    expect(guided('finish-replacement').finding(facts)).toMatchObject({ tone: 'attention', level: 0 })
  })

  it('asks for the refresh once, however many there are', () => {
    const facts = factsOf(stateOf(['a', 'b', 'c'].map((name) => planned(name))))
    const { stopAndAsk } = written(
      facts,
      ['1', '2', '3'].map((id) => ({ inputs: { id } })),
    )
    expect(stopAndAsk.filter((text) => text.includes('efresh'))).toEqual([
      'Refresh these 3 resources before anything else: a, b and c. Their outputs are unknown.',
    ])
  })

  it('replaces the old entry of an incomplete replacement, whose inputs would replace the new object again', () => {
    const old = planned('db', { id: 'db-0', inputs: { engine: 'mysql' }, outputs: { engine: 'mysql' } })
    const facts = factsOf(stateOf([planned('db')], [{ ...old, pendingReplacement: true }]))
    const { document } = written(facts, [{ inputs: { id: 'db-1' } }], 'finish-replacement')
    expect(document.deployment.resources).toEqual([{ ...planned('db'), id: 'db-1', refreshBeforeUpdate: true }])
  })
})

describe('a create that replaces a resource under a new name', () => {
  const renamed = planned('db', { aliases: [urnOf('old')] })
  const inReport = { ...report('journal', { outputs: { address: 'a' } }), state: { ...renamed, outputs: { a: 'a' } } }

  it('is not adopted while the old one is live: the next run would give both one URN', () => {
    const document = stateOf([renamed], [planned('old', { id: 'db-0' })])
    const facts = factsOf(document, { reported: [inReport] })
    expect(guided('adopt-create').problems?.(facts)).toEqual([])
  })

  it('leaves the outcome of the replacement unknown', () => {
    const document = stateOf([renamed], [planned('old', { id: 'db-0', pendingReplacement: true })])
    expect(guided('finish-replacement').finding(factsOf(document))).toMatchObject({ tone: 'danger' })
    expect(
      guided('finish-replacement').finding(
        factsOf({ ...document, deployment: { ...document.deployment, pending_operations: [] } }),
      ),
    ).toMatchObject({ tone: 'attention' })
  })

  it.each(['adopt', 'reported'])('is adopted without its former names once the old one is gone: %s', (option) => {
    const facts = factsOf(stateOf([renamed]), { reported: [inReport] })
    const [entry] = written(facts, [{ option, inputs: { id: 'db-1' } }]).document.deployment.resources ?? []
    expect(entry).toMatchObject({ urn: urnOf('db'), id: 'db-1' })
    expect(entry).not.toHaveProperty('aliases')
  })

  it('is not adopted together with the interrupted create of the old name', () => {
    const both = [renamed, planned('old')]
    for (const creates of [both, both.toReversed()]) {
      const facts = factsOf(stateOf(creates))
      const ids = creates.map((_, at) => ({ inputs: { id: `db-${at}` } }))
      expect(plan(facts, ids)).toMatchObject({ ok: false, reason: expect.stringContaining('previous name') as string })
      expect(plan(facts, ids.slice(0, 1)).ok).toBe(true)
    }
  })
})

describe('an ID that another entry has', () => {
  const AWS = 'pulumi:providers:aws'
  const region = (name: string, inputs: Record<string, unknown>): Resource => ({
    urn: urnOf(name, AWS),
    type: AWS,
    custom: true,
    id: name,
    inputs,
  })
  const by = (name: string) => ({ provider: `${urnOf(name, AWS)}::${name}` })
  const adoptedBeside = (us: Record<string, unknown>, more: Partial<Resource> = {}) => {
    const resources = [
      region('eu', { region: 'eu-west-1' }),
      region('us', us),
      planned('eu-db', { id: 'db-1', ...by('eu'), ...more }),
    ]
    return plan(factsOf(stateOf([planned('us-db', { ...by('us'), ...more })], resources)), [{ inputs: { id: 'db-1' } }])
  }

  it('is adopted if that one is certainly in another place, with a question', () => {
    const result = adoptedBeside({ region: 'us-east-1' })
    expect(result.ok && result.document.deployment.resources?.at(-1)).toMatchObject({ urn: urnOf('us-db'), id: 'db-1' })
    expect(result.ok && result.stopAndAsk).toContain(
      'eu-db has the ID db-1 too, in another place: check that the one of us-db exists there.',
    )
  })

  it.each<[string, Record<string, unknown>, Partial<Resource>, string]>([
    ['providers are for one region', { region: 'eu-west-1', version: '7.0.0' }, {}, 'is already the object db-1'],
    [
      'providers differ only by tags',
      { region: 'eu-west-1', defaultTags: { tags: { a: 'b' } } },
      {},
      'doesn’t show that us-db is another resource',
    ],
    ['region of one is unknown', {}, {}, 'doesn’t show that us-db is another resource'],
    [
      'name is unique in all regions',
      { region: 'us-east-1' },
      { type: 'aws:s3/bucket:Bucket' },
      'doesn’t show that us-db is another resource',
    ],
  ])('is refused if the %s', (_, us, more, reason) => {
    expect(adoptedBeside(us, more)).toMatchObject({ ok: false, reason: expect.stringContaining(reason) as string })
  })
})

describe('unknown outputs', () => {
  const entry = { ...planned('db'), id: 'db-1', refreshBeforeUpdate: true }
  const before = toDocument(
    { resources: [entry, planned('other', { id: 'o', outputs: { x: 1 } })] },
    { byteString: false },
  )

  it.each<[string, StateDocument]>([
    ['a rename of the resource', renameResource(before, entry.urn, 'main').document],
    ['a rename of the stack', renameDocument(before, stack, { ...stack, stack: 'next' })],
    ['an export and import', JSON.parse(JSON.stringify(before)) as StateDocument],
  ])('survive %s', (_, document) => {
    expect(document.deployment.resources?.filter(hasUnknownOutputs)).toHaveLength(1)
  })

  it.each<[string, Partial<Resource>]>([
    ['a refresh filled them', { outputs: { engine: 'postgres' }, refreshBeforeUpdate: false }],
    ['the provider itself asks for a refresh before updates', { outputs: { engine: 'postgres' } }],
    ['the resource is only read', { external: true }],
    ['the entry is an old one', { delete: true }],
    ['the resource never had any', { refreshBeforeUpdate: false }],
  ])('are over, or were never there, when %s', (_, more) => {
    expect(hasUnknownOutputs({ ...entry, ...more })).toBe(false)
  })

  it('are evidence once, however many there are', () => {
    const entries = ['a', 'b', 'c'].map((name) => planned(name, { id: `${name}-1`, refreshBeforeUpdate: true }))
    const document = toDocument({ resources: entries }, { byteString: false })
    const found = guidedFindings(document, factsOf(document)).guided.find(({ recovery }) => recovery === 'read-outputs')
    expect(found?.evidence.map(({ what }) => what)).toEqual([
      'Adopted, and not read since: a (ID a-1), b (ID b-1), c (ID c-1).',
    ])
    expect(found?.couldBeLost).toBe('The resources, if an update replaces them.')
    expect(found?.ban).toBe(
      'Don’t run pulumi up yet: the 3 adopted resources were never compared with the program; an update could replace them.',
    )
    const guide = guided('read-outputs').guide?.(factsOf(document))
    expect(guide?.steps[0]).toMatchObject({
      text: 'Refresh these 3 resources. The CLI shows the changes and asks: if it would delete one of them, answer no, and check the account and region first.',
      needs: expect.stringMatching(/^Needs CLI 3\.183 or newer/) as string,
    })
    expect(found?.explanation).toBe('')
    // What makes an update easy would stand here before anyone has read the preview.
    expect(guide?.steps.at(-1)).toEqual({
      text: 'Run pulumi up only if the preview deletes or replaces none of them. If it would replace one, change the program to match the cloud; if it would delete one, declare it in the program. Then preview again.',
      commands: [],
      isInTerminal: true,
    })
    expect(guide?.checks).toEqual([{ what: 'Not refreshed yet: 3 resources.', ok: false }])
    expect(guide?.never).toEqual([])
  })

  it('are a danger until a refresh, whose command is the first one of every guide', () => {
    const facts = factsOf(before)
    const { guided: findings } = guidedFindings(before, facts)
    expect(findings.find(({ recovery }) => recovery === 'read-outputs')).toMatchObject({ tone: 'danger', level: 0 })
    const command = `pulumi refresh --stack organization/shop/prod --target ${entry.urn}`
    for (const { id, guide } of guidedRecoveries) {
      if (!guide) continue
      const options = recoveryOptions([before], {
        recovery: id,
        facts,
        now: 0,
        versions: [],
        basis: { version: 1, hash: '' },
        finding: null,
      })
      expect([id, options.guide?.steps.find(({ commands }) => commands.length > 0)?.commands]).toEqual([id, [command]])
    }
  })

  it('do not touch other pending creates: their refresh does not ask about them', () => {
    const document = stateOf([planned('second')], [entry])
    expect(guided('read-outputs').guide?.(factsOf(document)).steps[0]?.commands[0]).toContain('--skip-pending-creates')
  })
})

describe('a create that the client reported late', () => {
  const offer = (reported: ReportedState[]) => factsOf(stateOf([planned('db')]), { reported })
  const optionsOf = (facts: FactsWithEarlier) => guided('adopt-create').problems?.(facts)[0]?.options ?? []

  it('is adopted with everything in its journal entry, in one click and without an ID', () => {
    const state = { outputs: { address: 'db-1.example', password: secret }, created: '2026-01-05T10:00:00Z' }
    const facts = offer([report('journal', state)])
    expect(optionsOf(facts)[0]).toMatchObject({ id: 'reported', level: 1, needsStatement: false, asks: [] })
    const { document, level } = written(facts, [{ option: 'reported' }])
    expect(document.deployment.resources).toEqual([{ ...planned('db'), id: 'db-1', ...state }])
    expect([level, document.version, withUnknownOutputs(document.deployment.resources)]).toEqual([1, 3, []])
  })

  it('is adopted with the outputs of its event', () => {
    const { document } = written(offer([report('events', { outputs: { address: 'a' } })]), [{ option: 'reported' }])
    expect(document.deployment.resources).toEqual([{ ...planned('db'), id: 'db-1', outputs: { address: 'a' } }])
  })

  it.each([
    ['a secret', { password: '[secret]' }],
    ['a secret without its value', { password: { ...secret, ciphertext: '[secret]' } }],
    ['nothing', {}],
  ])('has unknown outputs if its event has %s', (_, outputs) => {
    const { document } = written(offer([report('events', { outputs })]), [{ option: 'reported' }])
    expect(document.deployment.resources).toEqual([{ ...planned('db'), id: 'db-1', refreshBeforeUpdate: true }])
  })

  it('is not offered in one click when the reports name two objects', () => {
    const facts = offer([report('events', {}), report('journal', {}, 'db-2')])
    expect(optionsOf(facts).map(({ id }) => id)).toEqual(['adopt'])
  })

  it('is not offered if another update reported it, or if the same one began two creates of the URN', () => {
    const another = offer([{ ...report('journal', {}), update: 'u3' }])
    const two = factsOf(stateOf([planned('db'), planned('db')]), { reported: [report('journal', {})] })
    expect([another, two].map((facts) => optionsOf(facts).map(({ id }) => id))).toEqual([['adopt'], ['adopt']])
  })

  it('is said to have been created, and not to be unknown', () => {
    const [item] = offer([report('journal', {})]).pending
    expect(item?.meaning).toBe(
      'The client reported that it was created, with the ID db-1, but no state has recorded it.',
    )
  })
})

describe('a pending create of a dynamic resource', () => {
  it.each([DYNAMIC, 'pulumi-nodejs:dynamic/acme:Thing', 'pulumi-python:dynamic:Resource'])(
    'of type %s gets no import command, which would crash',
    (type) => {
      const facts = factsOf(stateOf([planned('web', { type })]))
      const texts = [
        ...facts.pending.flatMap(({ terminal }) => terminal),
        ...(guided('adopt-create').problems?.(facts) ?? []).flatMap(({ options }) =>
          options.flatMap((o) => o.terminal),
        ),
      ]
      expect(texts.filter((line) => line.includes('pulumi import'))).toEqual([])
    },
  )
})

describe('a caution', () => {
  it('about several creates without a place is said once', () => {
    const facts = factsOf(stateOf(['a', 'b', 'c'].map((name) => planned(name))))
    const { stopAndAsk } = written(
      facts,
      ['a', 'b', 'c'].map(() => ({ option: 'doesNotExist', statement: 'Looked.' })),
      'clear-create',
    )
    expect(stopAndAsk.filter((text) => text.includes('account or region'))).toEqual([
      'The state does not say which account or region a, b and c are in: make sure that you checked the right one.',
    ])
  })
})
