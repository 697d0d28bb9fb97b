import { describe, expect, it } from 'vitest'
import { BUCKET } from '#testing/samples/sampleEntries.ts'
import { sampleUpdate } from '#testing/samples/sampleStack.ts'
import { recoveryOf as recovery, sampleFacts } from '#testing/samples/sampleFacts.ts'
import { GRAPH_FLAG } from '#contract/resources.ts'
import type { OptionChoice } from '#contract/recoveries.ts'
import { RecoveryId } from '#contract/recoveryId.ts'
import { type Deployment, readState, type Resource, type StateDocument, toDocument } from '../state/checkpoint.ts'
import { graphNotes } from '../overlays/graphNotes.ts'
import { brokenReferences } from '../state/brokenReferences.ts'
import { toColumns } from '../state/graph.ts'
import { isUrn } from '../state/urn.ts'
import type { Facts, FactsWithEarlier } from './guidedRecovery.ts'
import { planChange, missingStatements } from './planChange.ts'
import { withoutUpdates } from './resources/withoutUpdates.ts'
import { guidedRecoveries, guidedRecovery } from './registry.ts'
import { guidedFindings } from './stateFacts.ts'

const ABOUT = { tags: {}, least: 0 } as const
const stack = { org: 'organization', project: 'shop', stack: 'prod' }
const at = (type: string, name: string, project = 'shop', of = 'prod') =>
  `urn:pulumi:${of}::${project}::${type}::${name}`
const ROOT: Resource = { urn: at('pulumi:pulumi:Stack', 'shop-prod'), type: 'pulumi:pulumi:Stack' }
const AWS: Resource = {
  urn: at('pulumi:providers:aws', 'main'),
  type: 'pulumi:providers:aws',
  custom: true,
  id: 'provider-1',
  inputs: { region: 'eu-west-1', version: '6.72.0' },
  outputs: { region: 'eu-west-1', version: '6.72.0' },
}
const bucket = (name: string, more: Partial<Resource> = {}): Resource => ({
  urn: at(BUCKET, name),
  type: BUCKET,
  custom: true,
  id: `${name}-123`,
  parent: ROOT.urn,
  provider: `${AWS.urn}::provider-1`,
  inputs: { bucket: `${name}-123` },
  outputs: { bucket: `${name}-123` },
  ...more,
})
const creating = (resource: Resource) => ({ type: 'creating', resource: { ...resource, id: '' } })

const state = (resources: Resource[], more: Partial<Deployment> = {}): StateDocument =>
  toDocument(
    {
      manifest: { time: '2026-01-05T10:00:00Z', magic: '', version: '' },
      resources: [ROOT, AWS, ...resources],
      ...more,
    },
    { byteString: false },
  )

describe('a state whose only fault is an unreadable pending operation', () => {
  const document: StateDocument = {
    version: 3,
    deployment: {
      pending_operations: [
        {
          type: 'creating',
          resource: { urn: 'urn:pulumi:dev::shop::a:b:C::x', type: 'a:b:C', protect: 'yes' } as never,
        },
      ],
    },
  }

  it('is invalid, and has a recovery', () => {
    const { integrity, guided } = guidedFindings(document, facts(document))
    expect(integrity).toEqual([
      'json: cannot unmarshal string into Go struct field ResourceV3.pending_operations.resource.protect of type bool',
    ])
    const found = guided.find(({ recovery }) => recovery === 'fix-entry')
    expect(found?.evidence).toMatchObject([
      { what: expect.stringContaining('The pending operation on x has a field of the wrong type') as string },
    ])
  })
})

const facts = (document: StateDocument, more: Partial<FactsWithEarlier> = {}) => sampleFacts(stack, document, more)

const errorMessage = (text: string, urn: string | null = null): Facts['messages'][number] => ({
  severity: 'error',
  text,
  urn,
})

const problemsOf = (id: RecoveryId, of: FactsWithEarlier) => recovery(id).problems?.(of) ?? []
const choose = (problem: string, option: string, inputs: Record<string, string> = {}): OptionChoice => ({
  problem,
  option,
  inputs,
  statement: 'I looked in the console of the account.',
})

/** Returns the plan, which must be possible. */
function planned(id: RecoveryId, of: FactsWithEarlier, choices: OptionChoice[]) {
  const plan = planChange(recovery(id), of, choices, ABOUT)
  if (!plan.ok) throw new Error(plan.reason)
  return plan
}
function refusal(id: RecoveryId, of: FactsWithEarlier, choices: OptionChoice[]): string {
  const plan = planChange(recovery(id), of, choices, ABOUT)
  if (plan.ok) throw new Error('the plan was not refused')
  return plan.reason
}
const named = (document: StateDocument) =>
  (document.deployment.resources ?? []).map(({ urn }) => urn.split('::').at(-1))

describe('the registry', () => {
  it('has every recovery except those with their own pages', () => {
    const ids = guidedRecoveries.map(({ id }) => id)
    const own = ['cancel-update', 'release-lease', 'nothing-to-cancel']
    expect([...ids, ...own].toSorted()).toEqual(RecoveryId.options.toSorted())
  })

  it('finds nothing wrong with a valid state, and every guide has a sentence, steps and warnings', () => {
    const sound = facts(state([bucket('web')]))
    for (const { id, finding, guide } of guidedRecoveries) {
      expect([id, finding(sound)]).toEqual([id, undefined])
      const made = guide?.(sound)
      if (!made) continue
      expect(made.explanation).toMatch(/\.$/)
      expect(made.steps.length).toBeGreaterThan(0)
    }
  })

  it('offers fixes, a guide or both for each finding', () => {
    for (const { id, problems, apply, guide } of guidedRecoveries) {
      expect([id, problems !== undefined]).toEqual([id, apply !== undefined])
      expect([id, problems !== undefined || guide !== undefined]).toEqual([id, true])
    }
  })
})

describe('a plan', () => {
  const broken = () => facts(state([bucket('web', { dependencies: [at(BUCKET, 'lost')] })]))

  it('shows what changes in which entry, before and after, and resolves the finding', () => {
    const [problem] = problemsOf('fix-references', broken())
    const plan = planned('fix-references', broken(), [choose(problem?.id ?? '', 'drop')])
    expect(plan).toMatchObject({ level: 1, integrityAfter: [] })
    expect(plan.integrityBefore).toHaveLength(1)
    expect(plan.effect.diffs).toEqual([
      {
        urn: at(BUCKET, 'web'),
        properties: [expect.objectContaining({ path: 'dependencies', was: [at(BUCKET, 'lost')] })],
      },
    ])
    expect(plan.effect.sentences[0]).toBe('web is changed.')
  })

  it('is refused for an unknown problem, an unknown fix, two fixes for one problem, and an empty choice', () => {
    const [problem] = problemsOf('fix-references', broken())
    const id = problem?.id ?? ''
    expect(refusal('fix-references', broken(), [choose('dangling:other', 'drop')])).toMatch(
      /no longer has this problem/,
    )
    expect(refusal('fix-references', broken(), [choose(id, 'explode')])).toMatch(/Unknown fix/)
    expect(refusal('fix-references', broken(), [choose(id, 'drop'), choose(id, 'remove')])).toMatch(/Two fixes/)
    expect(refusal('fix-references', broken(), [])).toMatch(/Nothing would change/)
    expect(refusal('lost-lease', broken(), [choose(id, 'drop')])).toMatch(/changes no state/)
  })

  it('is refused on a state that cannot be edited', () => {
    const unreadable = { ...broken(), unreadable: 'It uses a feature of tomorrow' }
    expect(refusal('fix-references', unreadable, [choose('x', 'drop')])).toContain('a feature of tomorrow')
  })

  it('leaves pending operations, unknown keys and untouched entries unchanged', () => {
    const document = state(
      [bucket('web', { dependencies: [at(BUCKET, 'lost')] }), bucket('other', { fromTomorrow: { a: 1 } })],
      {
        pending_operations: [creating(bucket('half'))],
        tomorrow: ['kept'],
      },
    )
    const base = facts(document)
    const [problem] = problemsOf('fix-references', base)
    const { deployment } = planned('fix-references', base, [choose(problem?.id ?? '', 'drop')]).document
    expect(deployment.pending_operations).toBe(document.deployment.pending_operations)
    expect(deployment['tomorrow']).toBe(document.deployment['tomorrow'])
    expect(deployment.resources?.at(-1)).toBe(document.deployment.resources?.at(-1))
  })

  it('never shows a secret of an entry', () => {
    const secret = { '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270', ciphertext: 'v1:hush' }
    const then = state([bucket('web', { inputs: { password: secret } })])
    const now = state([bucket('web', { inputs: { password: { ...secret, ciphertext: 'v1:quiet' } } })])
    const base = facts(now, { earlier: [{ version: 3, deployment: then.deployment }] })
    const { effect } = planned('restore-version', base, [choose('version:3', 'exact')])
    expect(effect.diffs[0]?.properties).toEqual([expect.objectContaining({ path: 'inputs.password' })])
    expect(JSON.stringify(effect)).not.toMatch(/hush|quiet/)
  })

  it('requires a statement where only a person can check', () => {
    const base = facts(state([bucket('old', { delete: true })]))
    const choice = { ...choose(problemsOf('remove-old-entries', base)[0]?.id ?? '', 'forget'), statement: undefined }
    const plan = planned('remove-old-entries', base, [choice])
    expect(missingStatements(plan.chosen ?? [], plan.level)).toEqual(['The replaced old waits to be deleted.'])
  })
})

describe('adopt-create', () => {
  const base = () =>
    facts(state([bucket('web')], { pending_operations: [creating(bucket('ledger', { outputs: { x: 1 } }))] }))
  const adopt = (id: string) => [choose(base().pending[0]?.key ?? '', 'adopt', { id })]

  it('appends an entry from the operation with the ID, without outputs, and clears the operation', () => {
    const { document, effect, stopAndAsk, level } = planned('adopt-create', base(), adopt('ledger-9'))
    const entry = document.deployment.resources?.at(-1)
    expect(entry).toMatchObject({
      urn: at(BUCKET, 'ledger'),
      id: 'ledger-9',
      custom: true,
      inputs: { bucket: 'ledger-123' },
    })
    expect(entry).not.toHaveProperty('outputs')
    expect(document.deployment.pending_operations).toEqual([])
    expect(effect).toMatchObject({ entriesAdded: [at(BUCKET, 'ledger')], operationsRemoved: [{ type: 'creating' }] })
    expect(stopAndAsk.join(' ')).toMatch(/refresh/i)
    expect(level).toBe(3)
  })

  it('requires an ID, and refuses that of another entry of the type', () => {
    expect(refusal('adopt-create', base(), adopt('web-123'))).toMatch(/web has the ID web-123 too/)
    expect(refusal('adopt-create', base(), adopt(' '))).toMatch(/Say what it is/)
  })

  it('is refused when its provider is not in the state', () => {
    const lost = facts(
      state([], { pending_operations: [creating(bucket('ledger', { provider: `${AWS.urn}::other` }))] }),
    )
    expect(refusal('adopt-create', lost, [choose(lost.pending[0]?.key ?? '', 'adopt', { id: 'l' })])).toMatch(/invalid/)
  })

  it('is never offered when the URN is live', () => {
    const live = facts(state([bucket('web')], { pending_operations: [creating(bucket('web'))] }))
    expect(problemsOf('adopt-create', live)).toEqual([])
  })
})

describe('discard-create', () => {
  it('warns when a live resource has the name in its inputs, and clears only the chosen operations', () => {
    const base = facts(
      state([bucket('web', { inputs: { bucket: 'web-123', logBucket: 'ledger-123' } })], {
        pending_operations: [creating(bucket('ledger')), creating(bucket('second'))],
      }),
    )
    const [ledger, second] = problemsOf('discard-create', base)
    expect(ledger?.options[0]?.stopAndAsk).toContain('web')
    expect(second?.options[0]?.stopAndAsk).toBeNull()
    const { document, level } = planned('discard-create', base, [choose(ledger?.id ?? '', 'deleted')])
    expect(document.deployment.pending_operations?.map(({ resource }) => resource.urn)).toEqual([at(BUCKET, 'second')])
    expect(level).toBe(3)
  })

  it('takes a region or an account that others have, too, for no name', () => {
    const here = { inputs: { region: 'eu-west-1', accountId: '123456789012' } }
    const web = bucket('web', { inputs: { replicatesTo: 'eu-west-1', sharedWith: ['123456789012'] } })
    const base = facts(state([web], { pending_operations: [creating(bucket('ledger', here))] }))
    const [ledger] = problemsOf('discard-create', base)
    expect(ledger?.clues.map(({ label }) => label)).toEqual(expect.arrayContaining(['Region', 'Account']))
    expect(ledger?.options[0]?.stopAndAsk).toBeNull()
  })
})

describe('fix-references', () => {
  const lost = (name: string) => at(BUCKET, name)
  const inputs = { a: [lost('logs')], b: [lost('logs'), lost('role')] }
  const twice = (name: string) => bucket(name, { dependencies: [lost('role')], propertyDependencies: inputs })

  it.each<[string, Resource[]]>([
    ['1 broken reference in 1 resource', [bucket('web', { dependencies: [lost('logs')] })]],
    ['4 broken references in 2 resources', [twice('web'), twice('shop'), bucket('well')]],
    [
      '2 broken references in 1 resource and 1 resource listed before what it depends on',
      [bucket('early', { dependencies: [lost('late')] }), bucket('late'), twice('web')],
    ],
    [
      '1 resource listed before what it depends on',
      [bucket('early', { dependencies: [lost('late')] }), bucket('late')],
    ],
  ])('counts references as the graph does: %s', (title, resources) => {
    const document = state(resources)
    const finding = guidedRecovery('fix-references')?.finding?.(facts(document))
    expect(finding?.title).toBe(title)
    const all = document.deployment.resources ?? []
    const { flags } = toColumns(stack, 1, document.deployment)
    const { dangling } = graphNotes(1, document.deployment)
    expect(dangling).toEqual(brokenReferences(all))
    expect(new Set(dangling.map(({ from }) => from)).size).toBe(
      flags.filter((bits) => bits & GRAPH_FLAG.missing).length,
    )
  })
})

describe('resolve-duplicates', () => {
  it('never offers to mark an entry for the same resource as pending deletion', () => {
    const base = facts(state([bucket('web'), bucket('web', { inputs: { bucket: 'web-123', acl: 'private' } })]))
    const [problem] = problemsOf('resolve-duplicates', base)
    const results = (problem?.options ?? []).flatMap(({ id }) => {
      const plan = planChange(recovery('resolve-duplicates'), base, [choose(problem?.id ?? '', id)], ABOUT)
      return plan.ok ? [plan.document.deployment.resources?.some((entry) => entry.delete)] : []
    })
    expect(results.length).toBeGreaterThan(0)
    expect(results).not.toContain(true)
  })
})

describe('restore-version', () => {
  const then = state([bucket('web'), bucket('gone')])
  const now = state([bucket('web', { inputs: { bucket: 'web-123', acl: 'private' } }), bucket('new')], {
    pending_operations: [creating(bucket('half'))],
  })
  const base = () => facts(now, { earlier: [{ version: 3, deployment: then.deployment }] })

  it('lists what exists only now, what is restored, and which IDs differ', () => {
    const [problem] = problemsOf('restore-version', base())
    expect(problem?.evidence.map(({ what }) => what).join(' ')).toMatch(/only now.*new.*only then.*gone/s)
    const other = facts(state([bucket('web', { id: 'web-9' })]), {
      earlier: [{ version: 3, deployment: then.deployment }],
    })
    expect(problemsOf('restore-version', other)[0]?.options[0]?.stopAndAsk).toMatch(/IDs differ/)
  })

  it('keeps or drops, by name, what exists only now; pending operations stay pending', () => {
    const carried = planned('restore-version', base(), [choose('version:3', 'carry')])
    expect(named(carried.document)).toEqual(['shop-prod', 'main', 'web', 'gone', 'new'])
    expect(carried.effect.entriesRemoved).toEqual([])
    const exact = planned('restore-version', base(), [choose('version:3', 'exact')])
    expect(named(exact.document)).toEqual(['shop-prod', 'main', 'web', 'gone'])
    expect(exact.effect).toMatchObject({ entriesRemoved: [at(BUCKET, 'new')], entriesAdded: [at(BUCKET, 'gone')] })
    for (const { document, level } of [carried, exact]) {
      expect(document.deployment.pending_operations).toHaveLength(1)
      expect(document.deployment.resources?.[2]?.inputs).toEqual({ bucket: 'web-123' })
      expect(level).toBe(3)
    }
  })

  it('refuses two versions at once, and one with another secrets provider', () => {
    const two = facts(now, {
      earlier: [
        { version: 3, deployment: then.deployment },
        { version: 2, deployment: state([]).deployment },
      ],
    })
    expect(refusal('restore-version', two, [choose('version:3', 'exact'), choose('version:2', 'exact')])).toMatch(
      /one version/,
    )
    const secret = { '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270', ciphertext: 'v1:x' }
    const encrypted = state([bucket('web', { inputs: { secret } })], {
      secrets_providers: { type: 'passphrase', state: { salt: 's' } },
    })
    const earlier = [{ version: 3, deployment: encrypted.deployment }]
    // All entries are restored, together with the provider that can decrypt them.
    const { document } = planned('restore-version', facts(now, { earlier }), [choose('version:3', 'exact')])
    expect(document.deployment.secrets_providers).toEqual(encrypted.deployment.secrets_providers)
    const mixed = facts(state([bucket('new', { inputs: { secret } })]), { earlier })
    expect(refusal('restore-version', mixed, [choose('version:3', 'carry')])).toMatch(/encrypted differently/)
  })

  it('keeps the secrets provider of a stack that moved to another organization since: its key is the same', () => {
    const secret = { '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270', ciphertext: 'v1:x' }
    const of = (owner: string, resources: Resource[]) =>
      state(resources, { secrets_providers: { type: 'service', state: { owner, project: 'shop', stack: 'prod' } } })
    const web = bucket('web', { inputs: { secret } })
    const present = of('platform', [bucket('new', { inputs: { secret } })])
    const earlier = [{ version: 3, deployment: of('organization', [web]).deployment }]
    const { document } = planned('restore-version', facts(present, { earlier }), [choose('version:3', 'carry')])
    expect(document.deployment.secrets_providers).toEqual(present.deployment.secrets_providers)
  })
})

describe('upgrade-cli', () => {
  it('lists the features with the oldest CLI for each, edits nothing, and never suggests removing them', () => {
    const document = { ...state([]), version: 4, features: ['taint', 'telepathy'] }
    const read = readState(document)
    const base = facts(state([]), { document, unreadable: read.ok ? 'unreadable' : read.problem })
    const found = recovery('upgrade-cli').finding(base)
    expect(found?.evidence.map(({ what }) => what).join(' ')).toMatch(
      /taint, which needs CLI 3\.192.*telepathy, which this console does not know/,
    )
    expect(recovery('upgrade-cli').guide?.(base).never.join(' ')).toMatch(/strip/)
  })
})

describe('install-plugin', () => {
  it('gives the install command for the plugin in the state, and another version only as the last resort', () => {
    const message =
      "no resource plugin 'pulumi-resource-aws' found in the workspace at version v6.72.0 or on your $PATH"
    const base = facts(state([bucket('web')]), { messages: [errorMessage(message)] })
    expect(recovery('install-plugin').finding(base)?.items).toEqual(['aws 6.72.0, used by 1'])
    expect(recovery('install-plugin').guide?.(base).steps[0]?.commands).toEqual([
      'pulumi plugin install resource aws v6.72.0',
    ])
    const [problem] = problemsOf('install-plugin', base)
    const { document, stopAndAsk } = planned('install-plugin', base, [
      choose(problem?.id ?? '', 'version', { version: '5.43.0' }),
    ])
    expect(document.deployment.resources?.[1]).toMatchObject({
      id: 'provider-1',
      inputs: { version: '5.43.0' },
      outputs: { version: '5.43.0' },
    })
    expect(stopAndAsk.join(' ')).toMatch(/lower major version/)
    expect(refusal('install-plugin', base, [choose(problem?.id ?? '', 'version', { version: 'newest' })])).toMatch(
      /is not a version/,
    )
  })
})

describe('install-plugin, for the provider of a package that its plugin makes from a parameter', () => {
  const URL = 'github://api.github.com/acme/terraform-provider'
  const internal = { name: 'terraform-provider', version: '0.5.0', parameterization: 'e30=', pluginDownloadURL: URL }
  const properties = { version: '0.99.0', region: 'eu-1', __internal: internal }
  const hcp = { ...AWS, urn: at('pulumi:providers:hcp', 'main'), type: 'pulumi:providers:hcp', inputs: properties, outputs: properties } // prettier-ignore
  const base = facts(state([hcp]))

  it('gives the command for the plugin, from where the engine takes it', () => {
    expect(recovery('install-plugin').guide?.(base).steps[0]?.commands).toContain(
      `pulumi plugin install resource terraform-provider v0.5.0 --server ${URL}`,
    )
  })

  it('changes the version of the plugin, and not that of the package', () => {
    const [problem] = problemsOf('install-plugin', base).filter(({ urns }) => urns.includes(hcp.urn))
    const { document } = planned('install-plugin', base, [choose(problem?.id ?? '', 'version', { version: '0.4.0' })])
    const changed = { ...properties, __internal: { ...internal, version: '0.4.0' } }
    expect(document.deployment.resources).toContainEqual({ ...hcp, inputs: changed, outputs: changed })
  })
})

describe('remove-protection', () => {
  it('is found from the engine’s message, and removes the flag from the chosen entries only', () => {
    const message =
      'resource "urn:pulumi:prod::shop::aws:s3/bucket:Bucket::web" cannot be deleted\nbecause it is protected.'
    const base = facts(state([bucket('web', { protect: true }), bucket('data', { protect: true })]), {
      messages: [errorMessage(message)],
    })
    expect(recovery('remove-protection').finding(base)?.items).toHaveLength(2)
    const { document } = planned('remove-protection', base, [choose(`protect:2:${at(BUCKET, 'web')}`, 'unprotect')])
    expect(document.deployment.resources?.map(({ protect }) => protect ?? false)).toEqual([false, false, false, true])
  })
})

describe('remove-protection, in a state with two live entries of one URN', () => {
  it('has a problem for each, which can be chosen together', () => {
    const twin = bucket('web', { protect: true, id: 'other' })
    const base = facts(state([bucket('web', { protect: true }), twin]), { messages: [] })
    const ids = problemsOf('remove-protection', base).map(({ id }) => id)
    expect(new Set(ids).size).toBe(2)
    const refused = refusal(
      'remove-protection',
      base,
      ids.map((id) => choose(id, 'unprotect')),
    )
    expect(refused).toContain('must be repaired first')
  })
})

describe('finish-destroy', () => {
  const web = at(BUCKET, 'web')
  const base = (message: string) =>
    facts(state([bucket('web'), bucket('log', { dependencies: [web] })]), {
      failed: [{ urn: web, op: 'delete', messages: [message] }],
      messages: [errorMessage(message, web)],
    })

  it.each([
    ['BucketNotEmpty: The bucket you tried to delete is not empty', /not empty/],
    ['DependencyViolation: resource sg-1 has a dependent object', /depends on it/],
    ['AccessDenied: not authorised', /credentials/],
    ['operation error: 404 not found', /gone already/],
    ['Lambda was unable to delete x because it is a replicated function.', /by itself later/],
    ['context deadline exceeded', /longer/],
    ['dial tcp 10.0.0.1:443: connection refused', /cannot be reached/],
  ])('recognises the cause of %s', (message, why) => {
    expect(problemsOf('finish-destroy', base(message))[0]?.explanation).toMatch(why)
  })

  it.each([
    [{ delete: 2 }, true],
    [{}, false],
    [{ same: 4 }, false],
    [null, true],
  ])(
    'of a run with the changes %j, it says what was deleted only if something may have been',
    (resourceChanges, says) => {
      const lastRun = sampleUpdate({ kind: 'destroy', status: 'failed', resourceChanges })
      const finding = recovery('finish-destroy').finding({ ...base('BucketNotEmpty'), lastRun })
      expect(finding?.explanation.includes('already removed from the state')).toBe(says)
      expect(finding).toMatchObject({
        again: 'pulumi destroy --stack organization/shop/prod',
        items: [`web (${BUCKET})`],
      })
    },
  )

  it('never confuses the live entry with the old one of the same URN whose delete failed', () => {
    const of = facts(state([bucket('web'), bucket('web', { id: 'web-0', delete: true })]), {
      failed: [{ urn: web, op: 'delete', messages: ['timed out'] }],
    })
    expect(problemsOf('finish-destroy', of)).toEqual([])
    expect(recovery('finish-destroy').finding(of)).toBeUndefined()
    const replaced = facts(state([bucket('web')]), { failed: [{ urn: web, op: 'delete-replaced', messages: [] }] })
    expect(problemsOf('finish-destroy', replaced)).toEqual([])
  })

  it('removes an entry with its dependents, names both, and requires a statement', () => {
    const of = base('404 not found')
    const [problem] = problemsOf('finish-destroy', of)
    expect(problem?.options[0]).toMatchObject({ removes: [web, at(BUCKET, 'log')], needsStatement: true })
    expect(named(planned('finish-destroy', of, [choose(problem?.id ?? '', 'forget')]).document)).toEqual([
      'shop-prod',
      'main',
    ])
  })
})

describe('remove-old-entries', () => {
  it('removes the old entry and keeps the live one with the same name', () => {
    const base = facts(state([bucket('web'), bucket('web', { id: 'web-0', delete: true })]))
    const [problem] = problemsOf('remove-old-entries', base)
    const { document } = planned('remove-old-entries', base, [choose(problem?.id ?? '', 'forget')])
    expect(document.deployment.resources?.filter(({ urn }) => isUrn(urn)).map(({ id }) => id)).toContain('web-123')
    expect(document.deployment.resources?.some((entry) => entry.delete)).toBe(false)
  })
})

describe('remove-old-entries, for an old entry with the ID of the live one', () => {
  const twins = () => facts(state([bucket('web'), bucket('web', { delete: true }), bucket('log')]))

  it('is a danger that says never to update, and gives no command that does', () => {
    const found = recovery('remove-old-entries').finding(twins())
    expect(found).toMatchObject({
      tone: 'danger',
      level: 3,
      title: expect.stringMatching(/^The next update would delete \S+$/),
      ban: expect.stringMatching(/^Don’t run pulumi up or pulumi destroy/),
    })
    const guide = recovery('remove-old-entries').guide?.(twins())
    expect(guide?.never[0]).toMatch(/^Don’t run pulumi up/)
    expect(guide?.steps.flatMap(({ commands }) => commands).filter((line) => /pulumi (up|destroy)/.test(line))).toEqual(
      [],
    )
  })

  it('never tells to delete in the cloud what has the ID of a live resource', () => {
    const guideOf = (...entries: Resource[]) => recovery('remove-old-entries').guide?.(facts(state(entries)))
    const texts = (...entries: Resource[]) => guideOf(...entries)?.steps.map(({ text }) => text) ?? []
    const twin = [bucket('web'), bucket('web', { delete: true })]
    const other = [bucket('log'), bucket('log', { id: 'log-0', delete: true })]
    expect(texts(...twin)).toEqual([
      'Remove the old entry of web in the next step.',
      'Then preview: it should not delete web.',
    ])
    expect(texts(...twin, ...other).slice(2)).toEqual([
      expect.stringMatching(/^For the other old entry of log: if its delete fails again, /),
    ])
    expect(texts(...other).at(-1)).toMatch(/^If a delete fails again/)
    expect(guideOf(...twin)?.checks).toEqual([{ ok: false, what: 'The old entry of web is still in the state.' }])
    expect(guideOf(...twin, ...other)?.checks).toHaveLength(2)
  })

  it.each([
    ['its delete failed', ['web'], 'delete-replaced', true],
    ['something else failed', ['web'], 'update', undefined],
    ['another delete failed as well', ['web', 'log'], 'delete', undefined],
    ['nothing failed', [], '', undefined],
  ])('is one problem with the failed run, if that is why it failed: %s', (_, names, op, isOfLastRun) => {
    const failed = names.map((name) => ({ urn: bucket(name).urn, op, messages: [] }))
    expect(recovery('remove-old-entries').finding({ ...twins(), failed })?.isOfLastRun).toBe(isOfLastRun)
  })

  it('removes the old one and keeps the live one, at the highest level', () => {
    const base = twins()
    const [problem] = problemsOf('remove-old-entries', base)
    expect(problem?.advice).toMatch(/^Don’t run pulumi up/)
    const plan = planned('remove-old-entries', base, [choose(problem?.id ?? '', 'forget')])
    expect(plan.level).toBe(3)
    const left = plan.document.deployment.resources?.filter(({ urn }) => urn === bucket('web').urn)
    expect(left?.map((entry) => entry.delete)).toEqual([undefined])
  })

  it('has a problem for each of several old ones', () => {
    const base = facts(
      state([bucket('web'), bucket('web', { delete: true, protect: true }), bucket('web', { delete: true })]),
    )
    const problems = problemsOf('remove-old-entries', base)
    expect(new Set(problems.map(({ id }) => id)).size).toBe(2)
    const choices = problems.map(({ id }) => choose(id, 'forget'))
    expect(planned('remove-old-entries', base, choices).document.deployment.resources).toHaveLength(3)
  })

  it('takes updates out of the guides of all other recoveries', () => {
    const of = (document: StateDocument) =>
      RecoveryId.options.flatMap((id) => {
        const guide = guidedRecovery(id)?.guide?.(facts(document))
        return guide ? withoutUpdates(guide, facts(document)).steps.flatMap(({ commands }) => commands) : []
      })
    const updating = /pulumi (up|destroy)\b/
    expect(of(state([bucket('web')])).some((line) => updating.test(line))).toBe(true)
    expect(of(twins().document).filter((line) => updating.test(line))).toEqual([])
  })
})

describe('finish-replacement', () => {
  const half = bucket('web', { pendingReplacement: true })

  it('has nothing to ask when no create is pending, because the next update only creates', () => {
    const base = facts(state([half]))
    expect(problemsOf('finish-replacement', base)).toEqual([])
    expect(recovery('finish-replacement').finding(base)).toMatchObject({ tone: 'attention', level: 0 })
    expect(recovery('finish-replacement').guide?.(base).steps[0]?.text).toMatch(
      /a delete of one, remove its entry first/,
    )
  })

  it('sets the new ID on the entry, clears the mark and the operation, and refuses the ID of the old resource', () => {
    const base = facts(state([half], { pending_operations: [creating(bucket('web'))] }))
    expect(recovery('finish-replacement').finding(base)).toMatchObject({ tone: 'danger' })
    const [problem] = problemsOf('finish-replacement', base)
    const { document } = planned('finish-replacement', base, [choose(problem?.id ?? '', 'adopt', { id: 'web-456' })])
    const entry = document.deployment.resources?.at(-1)
    expect(entry).toMatchObject({ id: 'web-456' })
    expect(entry).not.toHaveProperty('pendingReplacement')
    expect(document.deployment.pending_operations).toEqual([])
    expect(refusal('finish-replacement', base, [choose(problem?.id ?? '', 'adopt', { id: 'web-123' })])).toMatch(
      /was deleted/,
    )
  })
})

describe('refresh-etag', () => {
  it('changes only the etag', () => {
    const type = 'aws:cloudfront/distribution:Distribution'
    const cdn = bucket('cdn', { urn: at(type, 'cdn'), type, id: 'E1', outputs: { etag: 'OLD', other: 1 } })
    const message =
      "PreconditionFailed: The request failed because it didn't meet the preconditions in one or more request-header fields."
    const base = facts(state([cdn, bucket('web')]), {
      messages: [errorMessage(message, cdn.urn)],
      failed: [{ urn: cdn.urn, op: 'update', messages: [message] }],
    })
    const [problem, ...more] = problemsOf('refresh-etag', base)
    expect(more).toEqual([])
    expect(problem?.options[0]?.asks[0]?.hint).toBe(
      'aws cloudfront get-distribution --id E1 --query ETag --output text',
    )
    const { effect, level } = planned('refresh-etag', base, [choose(problem?.id ?? '', 'set', { value: 'NEW' })])
    expect(effect.diffs).toEqual([{ urn: cdn.urn, properties: [{ path: 'outputs.etag', was: 'OLD', is: 'NEW' }] }])
    expect(level).toBe(1)
  })
})

describe('rename-stack and rewrite-foreign-state', () => {
  const renamed = (document: StateDocument, project: string, of: string): StateDocument =>
    JSON.parse(
      JSON.stringify(document).replaceAll('urn:pulumi:prod::shop::', `urn:pulumi:${of}::${project}::`),
    ) as StateDocument

  it.each([
    ['rename-stack', 'store', 'prod', 2],
    ['rewrite-foreign-state', 'shop', 'staging', 3],
  ] as const)('%s: entries of %s/%s get the stack’s own names at level %d', (id, project, of, level) => {
    const base = facts(renamed(state([bucket('web')]), project, of))
    expect(recovery(id).finding(base)?.items[0]).toContain(`${project}/${of}`)
    const [problem] = problemsOf(id, base)
    const plan = planned(id, base, [choose(problem?.id ?? '', 'rewrite')])
    expect(plan.level).toBe(level)
    expect(plan.document.deployment.resources?.map(({ urn }) => urn)).toEqual([ROOT.urn, AWS.urn, at(BUCKET, 'web')])
    expect(plan.effect.urnsChanged).toHaveLength(3)
    const after = facts(plan.document)
    expect(
      recovery(id)
        .guide?.(after)
        .checks.find(({ what }) => what.startsWith('All resources'))?.ok,
    ).toBe(true)
  })
})

it('rename-stack names both projects of a state, and what pulumi up would do', () => {
  const document = JSON.stringify(state([bucket('web')])).replaceAll('::shop::', '::store::')
  expect(recovery('rename-stack').finding(facts(JSON.parse(document) as StateDocument))).toMatchObject({
    title: 'Resources of this stack belong to the project store',
    explanation: expect.stringMatching(/^This stack belongs to the project shop\./),
    items: ['3 resources whose URNs name store/prod'],
    couldBeLost: 'All 3 resources: pulumi up would delete and create them again.',
  })
})

it('rename-stack guesses no name in Pulumi.yaml from a run that failed, and asks to confirm nothing, as it writes nothing', () => {
  const text = 'error: provided project name "storefront" doesn\'t match Pulumi.yaml'
  const found = recovery('rename-stack').finding(facts(state([bucket('web')]), { messages: [errorMessage(text)] }))
  expect(found).toMatchObject({ title: 'Pulumi.yaml and this stack have different project names', level: 0 })
})

describe('guides without a wizard', () => {
  it('fix-secrets shows where the key is, a salt only as a fingerprint, and which properties are secret', () => {
    const secret = { '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270', ciphertext: 'v1:hush' }
    const base = facts(
      state([bucket('web', { inputs: { password: secret } })], {
        secrets_providers: { type: 'passphrase', state: { salt: 'v1:c2FsdA==:v1:bm9uY2U=:Y2lwaGVy' } },
      }),
      { messages: [errorMessage('error: incorrect passphrase')] },
    )
    const found = recovery('fix-secrets').finding(base)
    const guide = recovery('fix-secrets').guide?.(base)
    expect(found?.items[0]).toMatch(/^passphrase, fingerprint [0-9a-f]{12}$/)
    expect(JSON.stringify([found, guide])).not.toMatch(/c2FsdA|hush/)
    expect(JSON.stringify(guide)).toContain('password')
    expect(guide?.checks.at(-1)?.ok).toBe(false)
  })

  it('fix-unhealthy lists what is not healthy, and says what an ingress controller has to do', () => {
    const type = 'kubernetes:networking.k8s.io/v1:Ingress'
    const ingress = bucket('web', { urn: at(type, 'web'), type, initErrors: ['no address'] })
    const base = facts(state([ingress]))
    expect(recovery('fix-unhealthy').finding(base)?.evidence[0]?.what).toContain('no address')
    expect(JSON.stringify(recovery('fix-unhealthy').guide?.(base).steps)).toContain('ingressEndpoint')
  })

  it('fix-step-error distinguishes a failed self-check from storage and network errors', () => {
    const network = facts(state([]), {
      messages: [errorMessage('post-step event returned an error: failed to save snapshot: [503] Service Unavailable')],
    })
    const selfCheck = facts(state([]), {
      messages: [
        errorMessage(
          'post-step event returned an error: failed to verify snapshot: resource x refers to missing resource',
        ),
      ],
    })
    expect(recovery('fix-step-error').finding(network)?.explanation).toMatch(/Saving failed/)
    expect(recovery('fix-step-error').finding(selfCheck)?.explanation).toMatch(/engine bug/)
  })

  it('lost-lease says how the last run ended, and what has to be resolved', () => {
    const base = facts(state([], { pending_operations: [creating(bucket('half'))] }))
    expect(recovery('lost-lease').guide?.(base).checks).toContainEqual({
      what: '1 operation is still pending.',
      ok: false,
    })
  })
})

it('every fix that removes a tracked resource requires more than a click', () => {
  const everything = facts(
    state([bucket('web', { dependencies: [at(BUCKET, 'lost')], delete: false }), bucket('old', { delete: true })]),
    {
      failed: [{ urn: at(BUCKET, 'web'), op: 'delete', messages: [] }],
      earlier: [{ version: 1, deployment: state([]).deployment }],
    },
  )
  const options = guidedRecoveries
    .flatMap(({ problems }) => problems?.(everything) ?? [])
    .flatMap((problem) => problem.options)
  const forgetting = options.filter(({ removes }) => removes.length > 0)
  expect(forgetting.length).toBeGreaterThan(2)
  expect(forgetting.filter(({ level }) => level < 2)).toEqual([])
})
