import { describe, expect, it } from 'vitest'
import { sampleEntries, sampleState as state } from '#testing/samples/sampleEntries.ts'
import { growth, LINEAR } from '#testing/growth.ts'
import type { Resource, StateDocument } from '../state/checkpoint.ts'
import { RESOURCE_REFERENCE_SIGNATURE, SECRET_SIGNATURE, SIGNATURE } from '../state/secrets.ts'
import { applyRepairs } from './applyRepairs.ts'
import { findRepairs } from './findRepairs.ts'
import { suggestedChoices } from '#testing/states/suggestedChoices.ts'
import type { EarlierVersion } from './plan.ts'
import { presentNames } from './presentNames.ts'
import { repairAsCli } from '#testing/states/repairAsCli.ts'
import { sortAsCli } from '#testing/states/sortAsCli.ts'

const {
  urn,
  entry: bucket,
  root,
} = sampleEntries({ stack: 'dev', type: 'aws:s3:Bucket', idOf: (name) => `id-${name}` })
const GROUP = 'shop:index:Group'
const PROVIDER = 'pulumi:providers:aws'
const providerUrn = urn('default', PROVIDER)
const group = (name: string, more: Partial<Resource> = {}): Resource => ({
  urn: urn(name, GROUP),
  type: GROUP,
  custom: false,
  ...more,
})
const provider = (id: string, more: Partial<Resource> = {}): Resource => ({
  urn: providerUrn,
  type: PROVIDER,
  custom: true,
  id,
  inputs: { region: 'eu-1', version: '6.0.0' },
  ...more,
})
const former = (resources: Resource[], version = 7): EarlierVersion[] => [{ version, deployment: { resources } }]

function look(document: StateDocument, earlier: EarlierVersion[] = []) {
  const { problems } = findRepairs(document, earlier)
  const [problem] = problems
  const ids = problem?.options.map(({ id }) => id)
  const option = (id: string) => problem?.options.find((each) => each.id === id)
  const choose = (id: string, only?: number[]) =>
    applyRepairs(document, [{ problem: problem?.id ?? '', option: id, ...(only && { only }) }], earlier)
  return { problems, problem, ids, option, choose }
}
const entries = ({ document }: { document: StateDocument }) => document.deployment.resources ?? []

describe('a dangling reference', () => {
  const lost = bucket('lost', { provider: `${providerUrn}::1` })
  const user = bucket('user', { dependencies: [lost.urn], replaceWith: [lost.urn] })

  it('is restored with the extension of its provider', () => {
    const extensions = { e1: { name: 'x', version: '1', value: 'YQ==' } }
    const resources = [provider('1'), bucket('lost', { provider: `${providerUrn}::1`, extensionRef: 'e1' })]
    const { choose } = look(state([provider('1'), user]), [{ version: 7, deployment: { resources, extensions } }])
    expect(choose('restore:7')).toMatchObject({ verdict: 'valid', document: { deployment: { extensions } } })
  })

  it('can be dropped, which the CLI cannot do for replaceWith', () => {
    const document = state([user])
    expect(repairAsCli(document).verdict).toBe('cannotRepair')
    const { problem, choose } = look(document)
    expect(problem).toMatchObject({ kind: 'dangling', recovery: 'fix-references', suggested: 'drop' })
    expect(choose('drop')).toMatchObject({
      verdict: 'valid',
      document: { deployment: { resources: [bucket('user')] } },
    })
  })

  it('is not restored if its object is live under another URN, to which the reference can lead instead', () => {
    const renamed = bucket('renamed', { id: 'id-lost' })
    const document = state([renamed, user])
    const earlier = former([bucket('lost'), user]).map(
      presentNames(document, { org: 'o', project: 'shop', stack: 'dev' }),
    )
    const { problem, ids, option, choose } = look(document, earlier)
    expect(problem?.suggested).toBe(`repoint:${renamed.urn}`)
    expect(ids).toEqual([`repoint:${renamed.urn}`, 'drop', 'remove'])
    expect(option(`repoint:${renamed.urn}`)?.title).toBe('Refer to renamed instead, the present name of lost')
    expect(entries(choose(`repoint:${renamed.urn}`))).toEqual([
      renamed,
      bucket('user', { dependencies: [renamed.urn], replaceWith: [renamed.urn] }),
    ])
  })

  it.each([
    ['its object may be', [bucket('lost', { id: '12' })], [bucket('renamed', { id: '12' })]],
    [
      'the object of what it needs may be',
      [bucket('base', { id: '12' }), bucket('lost', { parent: urn('base') })],
      [bucket('renamed', { id: '12' })],
    ],
    [
      'what it needs has one of which that is so',
      [bucket('base', { id: 'id-twin' }), bucket('lost', { parent: urn('base') }), bucket('twin')],
      [bucket('twin')],
    ],
  ])('is not restored if %s live under another URN', (_, then, now) => {
    const document = state([...now, user])
    const earlier = former([...then, user]).map(presentNames(document, { org: 'o', project: 'shop', stack: 'dev' }))
    expect(look(document, earlier).ids).not.toContain('restore:7')
  })

  it('can be fixed by restoring the lost entry, with everything it needs', () => {
    const { ids, choose, option } = look(state([root, user]), former([provider('1'), lost]))
    expect(ids?.[0]).toBe('restore:7')
    expect(option('restore:7')?.title).toContain('with 1 more')
    const edit = choose('restore:7')
    expect(edit.verdict).toBe('valid')
    expect(entries(edit).map((each) => each.urn)).toEqual([root.urn, providerUrn, lost.urn, user.urn])
    expect(edit.changed.added.map((each) => each.urn)).toEqual([providerUrn, lost.urn])
  })

  it('can be pointed at another resource with the same or a similar name', () => {
    const { ids, choose } = look(state([bucket('lost2'), bucket('kept', { aliases: [lost.urn] }), user]))
    expect(ids?.slice(0, 2)).toEqual([`repoint:${urn('kept')}`, `repoint:${urn('lost2')}`])
    expect(entries(choose(`repoint:${urn('kept')}`))[2]).toEqual({
      ...user,
      dependencies: [urn('kept')],
      replaceWith: [urn('kept')],
    })
  })

  it('to a parent lists the parent of the newest former version that had another one first, and names that version', () => {
    const [app, data, network] = ['app', 'data', 'network'].map((name) => bucket(name))
    const child = bucket('child', { parent: urn('gone') })
    const before = (version: number, parent: string) => ({
      version,
      deployment: { resources: [bucket('child', { parent })] },
    })
    const { problem } = look(state([root, app, data, network, child].flatMap((each) => each ?? [])), [
      before(3, urn('gone')),
      before(2, urn('data')),
      before(1, urn('network')),
    ])
    const titles = problem?.options.filter(({ id }) => id.startsWith('repoint:')).map(({ title }) => title)
    expect(titles?.[0]).toBe('Refer to data instead, as in version 2')
    expect(titles?.filter((title) => title.includes('version'))).toHaveLength(1)
  })

  it('to a parent offers no former parent that is not in the state', () => {
    const child = bucket('child', { parent: urn('gone') })
    const former = [{ version: 1, deployment: { resources: [bucket('child', { parent: urn('data') })] } }]
    const { ids } = look(state([root, child]), former)
    expect(ids?.filter((id) => id.startsWith('repoint:'))).toEqual([`repoint:${root.urn}`])
  })

  it('can be fixed by removing its source, which is never recommended and always reported', () => {
    const document = state([user, bucket('more', { dependencies: [user.urn], protect: true })])
    const { option, choose } = look(document)
    expect(option('remove')).toMatchObject({
      level: 3,
      removes: [user.urn, urn('more')],
      stopAndAsk: 'Protected: more.',
    })
    const edit = choose('remove')
    expect(entries(edit)).toEqual([])
    expect(edit.problems).toMatchObject([{ code: 'forgotten', urns: [user.urn, urn('more')] }])
  })

  it('can be fixed for some entries only: a state with fewer errors is written, and the plan says so', () => {
    const edit = look(state([user, bucket('other', { dependencies: [lost.urn] })])).choose('drop', [0])
    expect(edit).toMatchObject({ verdict: 'better', problems: [{ code: 'stillInvalid' }] })
    expect(edit.left).toHaveLength(1)
  })

  it('to a parent can be fixed without a change of the URN, so that the program finds the resource again', () => {
    const child = bucket('child', { urn: urn('child', `${GROUP}$aws:s3:Bucket`), parent: urn('gone', GROUP) })
    const grandchild = bucket('grandchild', {
      urn: urn('grandchild', `${GROUP}$aws:s3:Bucket$aws:s3:Bucket`),
      parent: child.urn,
    })
    const reference = { [SIGNATURE]: RESOURCE_REFERENCE_SIGNATURE, urn: child.urn }
    const snippets = [{ uuid: 'u', references: { it: child.urn } }]
    const document = state(
      [
        root,
        child,
        grandchild,
        bucket('x', { inputs: { reference }, viewOf: child.urn }),
        bucket('odd', { urn: urn('odd', 'a:b:C$aws:s3:Bucket'), parent: child.urn }),
      ],
      {
        snippets,
        pending_operations: [{ type: 'updating', resource: { urn: child.urn, type: child.type } }],
      },
    )
    const { option, choose, problem } = look(document)
    expect(problem?.suggested).toBe('drop')
    expect(choose('drop').changed.urnsChanged).toEqual([])
    expect(entries(choose('drop'))[1]).toEqual({ ...child, parent: undefined })
    const change = { from: child.urn, to: urn('child'), alias: `{ aliases: ['${urn('child')}'] }` }
    expect(option('dropAndRebuild')).toMatchObject({ level: 2 })
    expect(option('dropAndRebuild')?.urnsChanged).toHaveLength(2) // without URNs that never matched their parent's type
    expect(option('dropAndRebuild')?.urnsChanged?.[0]).toEqual(change)
    const rebuilt = choose('dropAndRebuild')
    expect(rebuilt.verdict).toBe('valid')
    expect(JSON.stringify(rebuilt.document)).not.toContain(GROUP)
    expect(entries(choose(`repoint:${root.urn}`))[1]?.parent).toBe(root.urn)
  })

  it('is reported only by the second verifier when it is empty', () => {
    const edit = look(state([bucket('x', { dependencies: [''] })])).choose('dropEmpty')
    expect(edit.document.deployment.resources).toEqual([bucket('x')])
  })
})

describe('an unknown provider', () => {
  const user = bucket('user', { provider: `${providerUrn}::1` })
  const other = provider('9', {
    urn: urn('us', PROVIDER),
    inputs: { region: 'us-1', secret: { [SIGNATURE]: SECRET_SIGNATURE, ciphertext: 'v1:zzz' } },
  })

  it('is offered from history first, as an old entry next to a live one', () => {
    const { ids, problem, choose } = look(state([provider('2'), other, user]), former([provider('1')]))
    expect(ids).toEqual(['restore:7', `use:${providerUrn}::2`, `use:${other.urn}::9`, 'remove'])
    expect(problem).toMatchObject({ recovery: 'restore-provider', suggested: 'restore:7' })
    const edit = choose('restore:7')
    expect(edit.verdict).toBe('valid')
    expect(entries(edit)).toContainEqual(provider('1', { delete: true }))
  })

  it('is not offered from history with secrets that the present key does not decrypt', () => {
    const secret = { [SIGNATURE]: SECRET_SIGNATURE, ciphertext: 'v1:zzz' }
    const resources = [provider('1', { inputs: { region: 'eu-1', token: secret } })]
    const of = (salt: string) => ({ secrets_providers: { type: 'passphrase', state: { salt } } })
    const offered = (salt: string) => look(state([user], of('new')), [{ version: 7, deployment: { resources, ...of(salt) } }]).ids // prettier-ignore
    expect(offered('new')).toContain('restore:7')
    expect(offered('old')).not.toContain('restore:7')
  })

  it('shows how another provider differs, never a secret, and warns about another region or account', () => {
    const { option, choose } = look(state([provider('2'), other, user]), former([provider('1')]))
    expect(option(`use:${providerUrn}::2`)?.stopAndAsk).toBeUndefined()
    expect(option(`use:${other.urn}::9`)).toMatchObject({
      stopAndAsk: 'Different region.',
      differences: [{ key: 'region', was: 'eu-1', is: 'us-1', isPlace: true }, { key: 'secret' }],
    })
    expect(JSON.stringify(option(`use:${other.urn}::9`))).not.toContain('zzz')
    expect(entries(choose(`use:${providerUrn}::2`))[2]?.provider).toBe(`${providerUrn}::2`)
  })

  it('is replaced by the present provider of that URN when there is no history; without one nothing is recommended', () => {
    expect(look(state([provider('2'), user])).problem?.suggested).toBe(`use:${providerUrn}::2`)
    expect(look(state([other, user])).problem?.suggested).toBeUndefined()
  })

  it('can be fixed when its reference is unreadable, by the previous provider or by one of the package', () => {
    const broken = bucket('user', { provider: 'nonsense' })
    const { problem, ids } = look(
      state([provider('1'), other, broken]),
      former([bucket('user', { provider: `${other.urn}::9` })]),
    )
    expect(ids).toEqual([`use:${other.urn}::9`, `use:${providerUrn}::1`, 'remove'])
    expect(problem).toMatchObject({ recovery: 'fix-entry', suggested: `use:${other.urn}::9` })
  })
})

describe('a provider without its ID', () => {
  const { id: _lost, ...lost } = provider('')
  const user = (name: string, id = '1') => bucket(name, { provider: `${providerUrn}::${id}` })

  it('gets the ID that all its users name, which changes nothing else', () => {
    const { problem, choose } = look(state([lost, user('a'), user('b')]))
    expect(problem).toMatchObject({ recovery: 'restore-provider', suggested: 'takeId' })
    expect(problem?.title).toContain('has no ID in the state now')
    const edit = choose('takeId')
    expect(edit.verdict).toBe('valid')
    expect(entries(edit)).toEqual([provider('1'), user('a'), user('b')])
  })

  it('is compared with the former one, whose settings the users had', () => {
    const moved = { ...lost, inputs: { region: 'us-1', version: '6.0.0' } }
    const { option, problem } = look(state([moved, user('a')]), former([provider('1')]))
    expect(option('takeId')).toMatchObject({ stopAndAsk: 'Different region.' })
    expect(problem?.suggested).toBe('restore:7')
  })

  it.each([
    ['its users name several IDs', [lost, user('a'), user('b', '2')]],
    ['it has an old twin', [lost, provider('0', { delete: true }), user('a')]],
    ['it has another ID', [provider('2'), user('a')]],
  ])('gets none if %s', (_, resources) => {
    expect(look(state(resources)).ids).not.toContain('takeId')
  })
})

describe('a missing extension blob', () => {
  const blob = { name: 'x', version: '1', value: 'YQ==' }
  const user = bucket('user', { extensionRef: 'e1' })
  const document = state([user, bucket('other')])

  it('is a problem although both verifiers accept the state, and comes back from a former version', () => {
    const earlier = [{ version: 7, deployment: { resources: [user], extensions: { e1: blob, e2: blob } } }]
    const { problem, choose } = look(document, earlier)
    expect(problem).toMatchObject({ recovery: 'fix-references', findings: [], suggested: 'restore:7' })
    expect(problem?.title).toContain('refers to a missing extension blob: e1')
    expect(choose('restore:7')).toMatchObject({
      verdict: 'valid',
      document: { version: 4, deployment: { resources: document.deployment.resources, extensions: { e1: blob } } },
    })
  })

  it('can be done without, which no one recommends', () => {
    const { problem, choose } = look(document)
    expect(problem?.suggested).toBeUndefined()
    const edit = choose('drop')
    expect(edit.verdict).toBe('valid')
    expect(entries(edit)).toEqual([bucket('user'), bucket('other')])
  })

  it('is repaired also next to errors that stay', () => {
    const broken = state([user, bucket('other', { dependencies: [urn('lost')] })])
    const { problems } = findRepairs(broken)
    expect(problems.map(({ id }) => id)).toEqual([`dangling:${urn('lost')}`, 'extension:e1'])
    expect(applyRepairs(broken, [{ problem: 'extension:e1', option: 'drop' }]).verdict).toBe('better')
  })

  it('is no problem where the blob is there', () => {
    expect(findRepairs(state([user], { extensions: { e1: blob } })).problems).toEqual([])
  })
})

describe('duplicates', () => {
  it('are never marked for deletion when they have one ID; the more complete entry is kept', () => {
    const full = bucket('x', { outputs: { a: 1, b: 2 } })
    const { problem, choose } = look(state([bucket('x'), full, bucket('y', { dependencies: [urn('x')] })]))
    expect(JSON.stringify(problem?.options.map(({ action }) => action))).not.toMatch(/"markDelete":\[\d/)
    expect(problem?.suggested).toBe('keep:1:remove')
    const edit = choose('keep:1:remove')
    expect(entries(edit)).toEqual([full, bucket('y', { dependencies: [urn('x')] })])
    expect(edit.problems).toMatchObject([{ code: 'removed' }])
  })

  it('are two resources when they have two IDs: a person chooses which one to delete or to stop tracking', () => {
    const { problem, ids, choose } = look(
      state([bucket('x'), bucket('x', { id: 'second' }), bucket('x', { id: 'second' })]),
    )
    expect(ids).toEqual(['keep:0:remove', 'keep:0:delete', 'keep:1:remove', 'keep:1:delete'])
    expect(problem?.suggested).toBeUndefined()
    expect(entries(choose('keep:0:delete'))).toEqual([bucket('x'), bucket('x', { id: 'second', delete: true })])
    expect(choose('keep:1:remove').problems).toMatchObject([{ code: 'forgotten' }, { code: 'removed' }])
  })

  it('are not deleted if another live entry tracks the object: the next update would delete that one', () => {
    const other = bucket('y', { id: 'second' })
    const { problem, ids, choose } = look(state([bucket('x'), bucket('x', { id: 'second' }), other]))
    expect(ids).toEqual(['keep:0:remove', 'keep:1:remove', 'keep:1:delete'])
    expect(problem?.options[0]?.risk).toBe('The other resource stays tracked as y.')
    expect(entries(choose('keep:0:remove'))).toEqual([bucket('x'), other])
    const third = look(state([bucket('x'), bucket('x', { id: 'second' }), bucket('x', { id: 'third' }), other]))
    expect(entries(third.choose('keep:0:delete'))).toEqual([
      bucket('x'),
      bucket('x', { id: 'third', delete: true }),
      other,
    ])
  })

  it.each([
    ['is half replaced: the next update would create the object again', { pendingReplacement: true }],
    ['is only read: the next update would create another one', { external: true }],
  ])('of one object: the suggested record is not one by which it %s', (_, more) => {
    const records = [bucket('x', { ...more, outputs: { more: 'outputs' } }), bucket('x')]
    for (const [entries, live] of [
      [records, 1],
      [records.toReversed(), 0],
    ] as const)
      // prettier-ignore
      expect(look(state([...entries])).problem?.suggested).toBe(`keep:${live}:remove`)
  })

  it('are deleted if only an entry elsewhere has the same ID: it is another object', () => {
    const at = (name: string, region: string) => provider(name, { urn: urn(name, PROVIDER), inputs: { region } })
    const user = (name: string, id: string, of: string) => bucket(name, { id, provider: `${urn(of, PROVIDER)}::${of}` })
    const resources = [
      at('eu', 'eu-1'),
      at('us', 'us-1'),
      user('x', 'first', 'eu'),
      user('x', 'second', 'eu'),
      user('y', 'second', 'us'),
    ]
    expect(look(state(resources)).ids).toContain('keep:2:delete')
  })

  it('get no other URN if another live entry tracks the object', () => {
    const parent = group('parent')
    const child = (id: string) => bucket('x', { id, parent: parent.urn })
    const fits = (resources: Resource[]) => look(state(resources)).ids?.filter((id) => id.startsWith('fit:'))
    expect(fits([parent, child('1234'), child('5678')])).toEqual(['fit:1', 'fit:2'])
    expect(fits([parent, child('1234'), child('5678'), bucket('y', { id: '5678' })])).toEqual(['fit:1'])
  })

  it('leave their users valid when they are providers', () => {
    const users = ['1', '2'].map((id) => bucket(`user${id}`, { provider: `${providerUrn}::${id}` }))
    const edit = look(state([provider('1'), provider('2'), ...users])).choose('keep:1:delete')
    expect(edit.verdict).toBe('valid')
    expect(entries(edit)).toHaveLength(4)
  })

  it('are one problem each when there are thousands, and are reported quickly', () => {
    const many = (length: number) => state(Array.from({ length }, (_, index) => bucket('x', { id: `${index}` })))
    const { problems, problem } = look(many(10_000))
    expect(problems).toHaveLength(1)
    expect(problem?.options.length).toBeLessThanOrEqual(100)
    const looking = (length: number) => {
      const document = many(length)
      return () => look(document)
    }
    expect(growth(1000, looking)).toBeLessThan(LINEAR)
  })
})

describe('a cycle', () => {
  const a = bucket('a', { dependencies: [urn('c')], propertyDependencies: { size: [urn('c')] } })
  const b = bucket('b', { dependencies: [urn('a')] })
  const c = bucket('c', { parent: urn('b') })

  it('is shown completely and broken at a reference that is not a parent', () => {
    const { problem, ids, choose } = look(state([a, b, c]))
    expect(problem).toMatchObject({ kind: 'cycle', recovery: 'break-cycle', cycle: [urn('a'), urn('c'), urn('b')] })
    expect(ids).toEqual(['cut:later', 'cut:0:2', 'cut:1:0'])
    expect(choose('cut:1:0')).toMatchObject({ verdict: 'valid', changed: { changed: [{ after: bucket('b') }] } })
    expect(choose('cut:0:2').verdict).toBe('valid')
  })

  it('is best broken where the last valid version had no reference', () => {
    const before = former([bucket('a', { dependencies: [] }), b, c])
    const { problem, choose } = look(state([a, b, c]), before)
    expect(problem?.suggested).toBe('cut:new')
    expect(entries(choose('cut:new'))[0]).toEqual(bucket('a'))
  })

  it('is broken without asking when it has one entry; one of parents only is re-parented', () => {
    expect(look(state([bucket('x', { dependencies: [urn('x')] })])).problem?.suggested).toBe('cut:later')
    const own = group('x', { parent: urn('x', GROUP) })
    const { ids, choose } = look(state([root, own]))
    expect(ids).toEqual([`repoint:${root.urn}`, 'detach:1'])
    expect(choose('detach:1').verdict).toBe('valid')
    expect(choose(`repoint:${root.urn}`).verdict).toBe('valid')
  })

  it('is broken without asking when the stack refers to itself, because it has no parent', () => {
    const { problem, choose } = look(state([{ ...root, parent: root.urn }]))
    expect(problem?.suggested).toBe('detach:0')
    expect(choose('detach:0')).toMatchObject({ verdict: 'valid', document: { deployment: { resources: [root] } } })
  })

  it('is broken at the provider when it joins a provider and its user; providers that use each other lose the reference', () => {
    const dependent = provider('1', { dependencies: [urn('x')] })
    const ring = look(state([dependent, bucket('x', { provider: `${providerUrn}::1` })]))
    expect(ring.problems.map(({ kind }) => kind)).toEqual(['cycle'])
    expect(ring.ids).toEqual(['cut:later', 'cut:0:1'])
    expect(ring.choose('cut:later').verdict).toBe('valid')
    const other = { ...provider('2'), urn: urn('other', PROVIDER) }
    const users = [
      { ...other, provider: `${providerUrn}::1` },
      { ...provider('1'), provider: `${other.urn}::2` },
    ]
    const { ids, choose } = look(state(users))
    expect(ids).toEqual(['noProvider'])
    expect(choose('noProvider').verdict).toBe('valid')
  })

  it('is resolved by order, or broken, when an old entry depends on its own URN', () => {
    const old = bucket('x', { delete: true, id: 'old', dependencies: [urn('x')] })
    const sorted = applyRepairs(state([old, bucket('x')]), suggestedChoices(findRepairs(state([old, bucket('x')]))))
    expect(sorted).toMatchObject({ verdict: 'valid', changed: { changed: [] } })
    const alone = state([old])
    expect(applyRepairs(alone, suggestedChoices(findRepairs(alone)))).toMatchObject({ verdict: 'valid' })
  })

  it('is resolved together with the duplicate when an entry depends on its duplicate', () => {
    for (const own of [bucket('x', { dependencies: [urn('x')] }), group('x', { parent: urn('x', GROUP) })]) {
      const { parent: _parent, dependencies: _dependencies, ...plain } = own
      const document = state([own, plain])
      const edit = applyRepairs(document, suggestedChoices(findRepairs(document)))
      expect(edit).toMatchObject({ verdict: 'valid', document: { deployment: { resources: [plain] } } })
      expect(repairAsCli(document).verdict === 'repaired' && edit.verdict !== 'valid').toBe(false)
    }
  })

  it('is not reported when a new order of the duplicates resolves it', () => {
    const twins = [
      bucket('x', { delete: true, id: 'old' }),
      bucket('y', { dependencies: [urn('x')] }),
      bucket('x', { dependencies: [urn('y')] }),
    ]
    expect(findRepairs(state(twins)).problems).toEqual([])
    const edit = applyRepairs(state([twins[1], twins[0], twins[2]].filter((each) => each !== undefined)), [])
    expect(edit.verdict).toBe('valid')
  })
})

describe('in a malformed state', () => {
  it('a checksum is recomputed, whatever was edited', () => {
    const edit = look(state([root], { manifest: { version: 'v3.1.0', magic: 'x', more: 1 } })).choose('recompute')
    expect(edit.document.deployment.manifest).toMatchObject({ version: 'v3.1.0', more: 1 })
    expect(edit.verdict).toBe('valid')
  })

  it('a type is taken from the URN', () => {
    expect(entries(look(state([{ ...bucket('x'), type: '' }])).choose('typeOfUrn'))).toEqual([bucket('x')])
  })

  it('a URN is taken from the same resource before', () => {
    const edit = look(state([bucket('x', { urn: '' })]), former([bucket('x')])).choose('urnBefore')
    expect(entries(edit)).toEqual([bucket('x')])
  })

  it('a component with an ID is decided by a person', () => {
    const { ids, problem, choose } = look(state([bucket('x', { custom: false })]))
    expect(ids).toEqual(['set:id', 'set:custom', 'remove'])
    expect(problem?.suggested).toBeUndefined()
    expect(entries(choose('set:custom'))).toEqual([bucket('x')])
  })

  it('a secret without content is restored from the version before, and nothing else is', () => {
    const inputs = (password: object) => ({ list: [1, { password: { [SIGNATURE]: SECRET_SIGNATURE, ...password } }] })
    const { choose, problem, ids } = look(
      state([bucket('x', { inputs: inputs({}) })]),
      former([bucket('x', { inputs: inputs({ ciphertext: 'v1:a' }) })]),
    )
    expect(problem?.title).toContain('inputs.list.1.password')
    expect(ids).toEqual(['values:7', 'dropValues'])
    expect(entries(choose('values:7'))).toEqual([bucket('x', { inputs: inputs({ ciphertext: 'v1:a' }) })])
    expect(entries(choose('dropValues'))).toEqual([bucket('x', { inputs: { list: [1, {}] } })])
  })

  it('a snippet gets its previous UUID, or is removed', () => {
    const document = state([], { snippets: [{ uuid: 'u', code: '1' }, { code: '2' }] })
    const earlier = [{ version: 3, deployment: { snippets: [{ uuid: 'w', code: '2' }] } }]
    const { ids, choose } = look(document, earlier)
    expect(ids).toEqual(['restore:3', 'remove'])
    expect(choose('restore:3').document.deployment.snippets).toEqual([
      { uuid: 'u', code: '1' },
      { code: '2', uuid: 'w' },
    ])
    expect(choose('remove').document.deployment.snippets).toEqual([{ uuid: 'u', code: '1' }])
  })
})

describe('the repair as a whole', () => {
  it('orders a list and changes nothing else', () => {
    const document = state([bucket('b', { dependencies: [urn('a')], future: 1 }), bucket('a')], { future: 2 })
    const edit = applyRepairs(document, [])
    expect(edit).toMatchObject({ verdict: 'valid', changed: { changed: [], added: [], removed: [] } })
    expect(entries(edit)).toEqual(entries({ document }).toReversed())
    expect(entries(edit)[0]).toBe(document.deployment.resources?.[1])
  })

  it('places an old entry after the old copy of what it refers to, as the CLI does', () => {
    const old = { delete: true, id: 'old' }
    const twins = [bucket('user', { ...old, dependencies: [urn('x')] }), bucket('x'), bucket('x', old)]
    expect(sortAsCli(twins)).toEqual({ ok: true, order: [2, 0, 1] })
  })

  it('of a valid state is the same state', () => {
    const document = state([root])
    expect(applyRepairs(document, suggestedChoices(findRepairs(document))).document).toBe(document)
  })

  it('refuses a choice that the state no longer offers', () => {
    const document = state([root])
    expect(applyRepairs(document, [{ problem: 'magic', option: 'recompute' }])).toMatchObject({
      document,
      verdict: 'refused',
      problems: [{ code: 'noOption' }],
    })
  })

  it('refuses a result that is no better', () => {
    const document = state([bucket('x', { dependencies: [urn('gone')] })])
    const earlier = former([bucket('gone', { dependencies: [urn('x')] })])
    expect(look(document, earlier).choose('restore:7')).toMatchObject({ document, verdict: 'refused' })
  })
})
