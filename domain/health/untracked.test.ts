import { describe, expect, it } from 'vitest'
import type { PendingOperation, Resource } from '../state/checkpoint.ts'
import { type ReconcileFacts, createsIn, type ReportedCreate, type OpenItem, reconcile } from './untracked.ts'
import { untrackedWords } from './untrackedWords.ts'
import type { EventStep } from '../journal/stepFacts.ts'

const TYPE = 'aws:s3/bucket:Bucket'
const urn = (name: string, type = TYPE) => `urn:pulumi:prod::shop::${type}::${name}`
const bucket = (name: string, more: Partial<Resource> = {}): Resource => ({
  urn: urn(name),
  type: TYPE,
  custom: true,
  ...more,
})
const creating = (name: string, more: Partial<Resource> = {}): PendingOperation => ({
  type: 'creating',
  resource: bucket(name, more),
})
const facts = (
  more: Partial<ReconcileFacts> & { resources?: Resource[]; pending?: PendingOperation[] } = {},
): ReconcileFacts => ({
  deployment: { resources: more.resources ?? [], pending_operations: more.pending ?? [] },
  version: 9,
  answers: new Map(),
  creates: [],
  update: 'u1',
  source: 'unrecorded',
  ...more,
})
const item = (name: string, more: Partial<OpenItem> = {}): OpenItem => ({
  id: name,
  urn: urn(name),
  resourceType: TYPE,
  resourceId: null,
  isPending: true,
  updateId: 'u1',
  intended: { clues: [] },
  ...more,
})
const create = (name: string, id: string | null, more: Partial<ReportedCreate> = {}): ReportedCreate => ({
  urn: urn(name),
  type: TYPE,
  id,
  at: 5,
  parent: '',
  provider: '',
  inputs: {},
  ...more,
})
/** Stores what was found as a store would. */
const kept = (open: OpenItem[], given: ReconcileFacts): OpenItem[] => {
  const { found, changes } = reconcile(open, given)
  const changed = open.flatMap((row) => {
    const change = changes.find(({ id }) => id === row.id)
    if (change?.resolved) return []
    return [{ ...row, resourceId: change?.resourceId ?? row.resourceId, isPending: row.isPending && !change?.hasLeft }]
  })
  return [...changed, ...found.map((each, n) => ({ ...each, id: `new-${open.length}-${n}`, updateId: given.update }))]
}

describe('interrupted creates', () => {
  it('are recorded with their stack and clues for a search, without secrets', () => {
    const provider = bucket('aws', {
      type: 'pulumi:providers:aws',
      urn: urn('aws', 'pulumi:providers:aws'),
      id: '1',
      inputs: { region: 'eu-central-1' },
    })
    const inputs = {
      bucket: 'acme-invoices-7f3a',
      dbName: { '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270', ciphertext: 'v1:abc' },
      keyName: 'hidden',
    }
    const operation = creating('invoices', {
      inputs,
      provider: `${provider.urn}::1`,
      parent: urn('root'),
      additionalSecretOutputs: ['keyName'],
    })
    const { found } = reconcile([], facts({ resources: [provider], pending: [operation] }))
    expect(found).toEqual([
      {
        urn: urn('invoices'),
        resourceType: TYPE,
        resourceId: null,
        isPending: true,
        source: 'pending',
        since: null,
        intended: {
          parent: urn('root'),
          provider: `${provider.urn}::1`,
          clues: [
            { label: 'bucket', value: 'acme-invoices-7f3a' },
            { label: 'Region', value: 'eu-central-1' },
          ],
        },
      },
    ])
  })

  it('become one item each, also two with the same URN, and are not recorded twice', () => {
    const given = facts({ pending: [creating('a'), creating('a'), creating('b')] })
    const once = kept([], given)
    expect(once.map((row) => row.urn)).toEqual([urn('a'), urn('a'), urn('b')])
    expect(reconcile(once, given)).toEqual({ found: [], changes: [] })
  })

  it('are not recorded for components and providers, which are not cloud resources', () => {
    const pending = [creating('site', { type: 'shop:index:Site', custom: false }), creating('aws', { type: 'pulumi:providers:aws' })] // prettier-ignore
    expect(reconcile([], facts({ pending })).found).toEqual([])
  })

  it('stay open when they leave the state without an answer', () => {
    expect(reconcile([item('a'), item('b')], facts({ pending: [creating('b')] })).changes).toEqual([
      { id: 'a', hasLeft: true },
    ])
    expect(reconcile([item('a', { isPending: false })], facts()).changes).toEqual([])
  })

  it('are resolved by the answer given in the recovery that removed them', () => {
    const answers = new Map([[urn('a'), 'Looked in eu-central-1: not there']])
    expect(reconcile([item('a'), item('b')], facts({ answers })).changes).toEqual([
      { id: 'a', resolved: { outcome: 'recovery', statement: 'Looked in eu-central-1: not there' } },
      { id: 'b', hasLeft: true },
    ])
  })

  it('keep the ID given to the “import” choice of a refresh, and stay open when that entry is dropped', () => {
    const importing: PendingOperation = { type: 'importing', resource: bucket('a', { id: 'acme-a' }) }
    const [open] = kept([item('a')], facts({ pending: [importing] }))
    expect(open).toMatchObject({ id: 'a', resourceId: 'acme-a', isPending: true })
    expect(kept([open ?? item('x')], facts())).toEqual([{ ...open, isPending: false }])
  })

  it('are not resolved by another resource under their URN', () => {
    const [open] = kept([item('a')], facts({ resources: [bucket('a', { id: 'second-copy' })] }))
    expect(open).toMatchObject({ id: 'a', isPending: false })
  })
})

describe('an untracked resource', () => {
  const left = (more: Partial<OpenItem>) => item('a', { isPending: false, ...more })
  it.each([
    ['with its URN and ID', left({ resourceId: 'x' }), bucket('a', { id: 'x' })],
    ['of its type with its ID under another URN', left({ resourceId: 'x' }), bucket('b', { id: 'x' })],
    [
      'with its URN, whose ID is the physical name',
      left({ intended: { clues: [{ label: 'bucket', value: 'x' }] } }),
      bucket('a', { id: 'x' }),
    ],
    [
      'of its type with its ID under another URN, in a container that a clue names',
      left({ resourceId: 'x', intended: { clues: [{ label: 'databaseName', value: 'orders' }] } }),
      bucket('b', { id: 'x', inputs: { name: 'x', databaseName: 'orders' } }),
    ],
  ])('is resolved by an entry %s, and names it', (_, open, entry) => {
    const [change] = reconcile([open], facts({ resources: [entry] })).changes
    expect(change?.resolved).toEqual({
      outcome: 'accounted',
      statement: `Version 9 holds it as ${entry.urn.split('::').at(-1)}, with the id x.`,
    })
  })
  it('is resolved by an entry with its generated ID under another URN, wherever it is', () => {
    const instance = bucket('b', { id: 'i-0a1b2c3d4e5f', inputs: { subnetId: 'subnet-1' } })
    expect(reconcile([left({ resourceId: 'i-0a1b2c3d4e5f' })], facts({ resources: [instance] })).changes).toHaveLength(
      1,
    )
  })
  it.each([
    ['with another ID', left({ resourceId: 'x' }), bucket('a', { id: 'y' })],
    [
      'under another URN with an ID that is unique in its function only',
      left({ resourceId: 'AllowS3' }),
      bucket('b', { id: 'AllowS3', inputs: { function: 'g' } }),
    ],
    ['under another URN with an ID that identifies nothing', left({ resourceId: 'none' }), bucket('b', { id: 'none' })],
    [
      'of another type with its ID',
      left({ resourceId: 'x' }),
      bucket('b', { id: 'x', type: 'aws:s3/bucketPolicy:BucketPolicy' }),
    ],
    ['that is pending deletion', left({ resourceId: 'x' }), bucket('a', { id: 'x', delete: true })],
    ['while its operation is still pending', item('a', { resourceId: 'x' }), bucket('a', { id: 'x' })],
  ])('is not resolved by an entry %s', (_, open, entry) => {
    const pending = open.isPending ? [creating('a')] : []
    expect(reconcile([open], facts({ resources: [entry], pending })).changes).toEqual([])
  })
})

describe('an untracked resource of one of two clusters', () => {
  const NAMESPACE = 'kubernetes:core/v1:Namespace'
  const CLUSTER = 'pulumi:providers:kubernetes'
  const cluster = (name: string, more: Partial<Resource> = {}) =>
    bucket(name, { urn: urn(name, CLUSTER), type: CLUSTER, id: name, inputs: { context: name }, ...more })
  const by = (name: string, id = name) => `${urn(name, CLUSTER)}::${id}`
  const namespace = (name: string, provider: string): Resource => ({
    urn: urn(name, NAMESPACE),
    type: NAMESPACE,
    custom: true,
    id: 'monitoring',
    provider,
  })
  const open = item('us-mon', {
    urn: urn('us-mon', NAMESPACE),
    resourceType: NAMESPACE,
    resourceId: 'monitoring',
    isPending: false,
    intended: { provider: by('us'), clues: [] },
  })
  const both = [cluster('eu'), cluster('us')]

  it.each<[string, Resource[], boolean]>([
    ['stays open beside the same ID in the other one', [...both, namespace('eu-mon', by('eu'))], false],
    ['is resolved by an entry of its own one', [...both, namespace('us-other', by('us'))], true],
    [
      'is resolved by it beside the other one',
      [...both, namespace('us-other', by('us')), namespace('eu-mon', by('eu'))],
      true,
    ],
    ['stays open if its provider is not in the state any more', [cluster('eu'), namespace('eu-mon', by('eu'))], false],
    ['is resolved under its URN', [...both, namespace('us-mon', by('us'))], true],
    [
      'is resolved under its URN after its provider was replaced',
      [cluster('us', { id: '2' }), namespace('us-mon', by('us', '2'))],
      true,
    ],
    ['stays open if its URN is now of the other one', [...both, namespace('us-mon', by('eu'))], false],
  ])('%s', (_, resources, isResolved) => {
    const { changes } = reconcile([open], facts({ resources }))
    expect(changes.map(({ resolved }) => resolved?.outcome)).toEqual(isResolved ? ['accounted'] : [])
  })

  it('stays open beside the same ID in another region of the same provider', () => {
    const table = bucket('eu', { id: 'x', provider: by('us'), inputs: { region: 'eu-west-1' } })
    const inRegion = (value: string) =>
      item('us', {
        isPending: false,
        resourceId: 'x',
        intended: { provider: by('us'), clues: [{ label: 'Region', value }] },
      })
    expect(reconcile([inRegion('us-east-1')], facts({ resources: [table] })).changes).toEqual([])
    expect(reconcile([inRegion('eu-west-1')], facts({ resources: [table] })).changes).toHaveLength(1)
  })

  it('is added when its URN and ID are now those of the other one', () => {
    const resources = [...both, namespace('us-mon', by('eu'))]
    const late = create('us-mon', 'monitoring', { urn: open.urn, type: NAMESPACE, provider: by('us') })
    expect(reconcile([], facts({ resources, creates: [late] })).found).toMatchObject([{ resourceId: 'monitoring' }])
    expect(reconcile([], facts({ resources, creates: [{ ...late, provider: by('eu') }] })).found).toEqual([])
  })
})

describe('a creation reported by a client', () => {
  it('becomes an item when the state lacks the resource', () => {
    const resources = [bucket('kept', { id: 'k' })]
    const given = facts({ resources, creates: [create('kept', 'k'), create('lost', 'l'), create('begun', null)] })
    const { found } = reconcile([], given)
    expect(found.map((row) => [row.urn, row.resourceId, row.source, row.since])).toEqual([
      [urn('lost'), 'l', 'unrecorded', 5],
      [urn('begun'), null, 'unrecorded', 5],
    ])
    expect(reconcile(kept([], given), given)).toEqual({ found: [], changes: [] })
  })

  it('adds none that the state has under the URN before an alias, in the same container', () => {
    const resources = [bucket('former', { id: 'l' })]
    expect(reconcile([], facts({ resources, creates: [create('renamed', 'l')], source: 'late' })).found).toEqual([])
    const inFunction = (name: string) => ({ inputs: { function: name } })
    const permission = [bucket('former', { id: 'AllowS3', ...inFunction('f') })]
    const found = (name: string) =>
      reconcile([], facts({ resources: permission, creates: [create('renamed', 'AllowS3', inFunction(name))] })).found
    expect(found('f')).toEqual([])
    expect(found('g')).toHaveLength(1)
  })

  it('adds the ID to the interrupted create, at the same time or later', () => {
    const pending = [creating('a')]
    const late = facts({ pending, creates: [create('a', 'a-1')], source: 'late' })
    expect(reconcile([item('a')], late)).toEqual({ found: [], changes: [{ id: 'a', resourceId: 'a-1' }] })
    expect(reconcile([], late).found).toMatchObject([{ resourceId: 'a-1', isPending: true, source: 'pending' }])
    expect(reconcile([item('a', { resourceId: 'a-1' })], late)).toEqual({ found: [], changes: [] })
  })

  it.each([['a-1'], [null]])('becomes a second item beside that of another update (ID %s)', (id) => {
    const older = item('a', { updateId: 'u0' })
    const { found, changes } = reconcile([older], facts({ pending: [creating('a')], creates: [create('a', id)] }))
    expect([found.map(({ resourceId }) => resourceId), changes]).toEqual([[id], []])
  })

  it('becomes a second item when another ID is known', () => {
    const { found } = reconcile(
      [item('a', { resourceId: 'a-1', isPending: false })],
      facts({ creates: [create('a', 'a-2')] }),
    )
    expect(found.map(({ resourceId }) => resourceId)).toEqual(['a-2'])
  })

  it('is ignored for providers, because they are not cloud resources', () => {
    expect(reconcile([], facts({ creates: [create('p', '1', { type: 'pulumi:providers:aws' })] })).found).toEqual([])
  })
})

const step = (what: EventStep['what'], op: string, name: string, id = '', custom = true): EventStep => ({
  what,
  op,
  urn: urn(name),
  type: TYPE,
  old: op.startsWith('delete') ? { urn: urn(name), id } : null,
  new: op.startsWith('delete') ? null : { id, custom, parent: '', provider: '', inputs: {} },
  at: 7,
})

it('engine events show what an update created, what it started, and what it reverted or failed to create', () => {
  const steps = [
    step('begun', 'create', 'a'),
    step('ended', 'create', 'a', 'a-1'),
    step('begun', 'create', 'b'),
    step('begun', 'create', 'c'),
    step('failed', 'create', 'c'),
    step('ended', 'create-replacement', 'd', 'd-2'),
    step('ended', 'replace', 'd', 'd-2'),
    step('ended', 'create', 'e', 'e-1'),
    step('ended', 'delete', 'e', 'e-1'),
    step('ended', 'create', 'component', '', false),
    step('ended', 'update', 'u', 'u-1'),
  ]
  expect(createsIn(steps).map((each) => [each.urn, each.id])).toEqual([
    [urn('a'), 'a-1'],
    [urn('b'), null],
    [urn('d'), 'd-2'],
  ])
})

it('the list of untracked resources handles 5,000 items on a state of 30,000 resources', () => {
  const resources = Array.from({ length: 30_000 }, (_, n) => bucket(`r${n}`, { id: `r${n}` }))
  const reports = Array.from({ length: 5_000 }, (_, n) => create(`m${n}`, `m${n}`))
  const open = kept([], facts({ resources, creates: reports }))
  expect(open).toHaveLength(5_000)
  expect(
    kept(
      open,
      facts({
        resources: [
          ...resources,
          ...open.map(({ urn: name, resourceId }) => ({ ...bucket('x'), urn: name, id: resourceId ?? '' })),
        ],
      }),
    ),
  ).toEqual([])
})

it.each([
  [3, 'Its create was interrupted; it has been pending since version 3.'],
  [0, 'Its create was interrupted; it is pending in the state that the stack was created with.'],
])('says since when a create is pending: version %i', (version, story) => {
  const stack = { org: 'acme', project: 'shop', stack: 'prod' }
  const told = untrackedWords({ ...item('a'), version, stack, source: 'pending', left: null })
  expect(told.story).toBe(story)
})
