import { describe, expect, it } from 'vitest'
import { sampleEntries, sampleState as state } from '#testing/samples/sampleEntries.ts'
import type { Resource, StateDocument } from '../state/checkpoint.ts'
import { ASSET_SIGNATURE, RESOURCE_REFERENCE_SIGNATURE, SECRET_SIGNATURE, SIGNATURE } from '../state/secrets.ts'
import { deleteResources } from './deleteResources.ts'
import { editValid, type StateEdit } from './edit.ts'
import { protect, taint, unprotect } from './flags.ts'
import { moveResources } from './moveResources.ts'
import { aliasLine, renameResource } from './renameResource.ts'
import { setProperty, setProviderVersion } from './setProperty.ts'
import { closestNames } from './targets.ts'

const urn = (name: string, type = 'a:b:C', stack = 'dev', project = 'shop') =>
  `urn:pulumi:${stack}::${project}::${type}::${name}`
const PROVIDER = 'pulumi:providers:aws'
const STACK = 'pulumi:pulumi:Stack'
const { entry: custom, root } = sampleEntries({ stack: 'dev', type: 'a:b:C', idOf: (name) => `id-${name}` })
const provider = (id: string, more: Partial<Resource> = {}): Resource => ({
  urn: urn('default', PROVIDER),
  type: PROVIDER,
  custom: true,
  id,
  inputs: { version: '6.1.0', region: 'eu-1' },
  outputs: { version: '6.1.0', region: 'eu-1' },
  ...more,
})
const urns = ({ document }: StateEdit) => (document.deployment.resources ?? []).map((each) => each.urn)
const entry = ({ document }: StateEdit, name: string) =>
  document.deployment.resources?.find((each) => each.urn.endsWith(`::${name}`))
const codes = ({ problems }: { problems: StateEdit['problems'] }) =>
  problems.map(({ severity, code }) => `${severity} ${code}`)
const secret = (ciphertext: string) => ({ [SIGNATURE]: SECRET_SIGNATURE, ciphertext })

describe('every edit', () => {
  it('is refused on an invalid state, and names the integrity error', () => {
    const base = state([custom('x', { parent: urn('gone') })])
    const edit = protect(base, [urn('x')])
    expect(edit.document).toBe(base)
    expect(codes(edit)).toEqual(['error invalidState'])
    expect(edit.problems[0]?.message).toContain('refers to missing parent')
  })

  it('changes nothing when a URN is missing, and suggests a similar one for each', () => {
    const base = state([custom('bucket'), custom('x')])
    const edit = protect(base, [urn('x'), urn('buckets'), urn('nothing-like-it-at-all-whatsoever')])
    expect(edit.document).toBe(base)
    expect(edit.problems.map(({ urns: close }) => close)).toEqual([[urn('bucket'), urn('x')], []])
    expect(edit.problems[0]?.message).toContain(`Did you mean: ${urn('bucket')}, `)
  })

  it('suggests at most three URNs, by edit distance and ignoring case', () => {
    expect(
      closestNames(
        [urn('far-away-name-of-another'), urn('BUCKET'), urn('bucke'), urn('ucke'), urn('cke')],
        urn('bucket'),
      ),
    ).toEqual([urn('BUCKET'), urn('bucke'), urn('ucke')])
  })

  it('is refused when its result would be invalid', () => {
    const base = state([root, custom('a', { parent: root.urn })])
    const edit = editValid(base, (_, draft) => ({ draft: draft.slice(1), problems: [] }))
    expect(edit).toMatchObject({ document: base, changed: { removed: [] }, problems: [{ code: 'wouldBreak' }] })
  })

  it('migrates an old schema to the current one', () => {
    const base: StateDocument = {
      version: 2,
      deployment: { resources: [custom('x', { inputs: { a: 1 }, defaults: { a: 2 } })] },
    }
    expect(protect(base, [urn('x')]).document).toMatchObject({
      version: 3,
      deployment: { resources: [{ protect: true }] },
    })
    expect(unprotect(base, [urn('x')]).document.version).toBe(3)
  })

  it('migrates pending operations as well: each property depends on all dependencies', () => {
    const resource = custom('y', { inputs: { a: 1, b: 2 }, dependencies: [urn('x')], defaults: {} })
    const base: StateDocument = {
      version: 2,
      deployment: { resources: [custom('x')], pending_operations: [{ type: 'creating', resource }] },
    }
    const { deployment } = protect(base, [urn('x')]).document
    const { defaults: _dropped, ...rest } = resource
    const propertyDependencies = { a: [urn('x')], b: [urn('x')] }
    expect(deployment.pending_operations).toEqual([{ type: 'creating', resource: { ...rest, propertyDependencies } }])
  })

  it('is refused when it would refer to a missing extension blob', () => {
    const edit = editValid(state([custom('a')]), (_, draft) => ({
      draft: draft.map(({ at, resource }) => ({ at, resource: { ...resource, extensionRef: 'e1' } })),
      problems: [],
    }))
    expect(edit.problems).toMatchObject([{ code: 'wouldBreak' }])
  })
})

describe('deleting entries', () => {
  it('needs no order: dependents that are deleted too do not block it', () => {
    const base = state([
      root,
      custom('a', { parent: root.urn }),
      custom('b', { parent: root.urn, dependencies: [urn('a')] }),
    ])
    expect(codes(deleteResources(base, [urn('a')]))).toContain('error hasDependents')
    expect(urns(deleteResources(base, [urn('a'), urn('b')]))).toEqual([root.urn])
    expect(urns(deleteResources(base, 'all'))).toEqual([])
  })

  it('asks which of two duplicates is meant, and ignores dependents of the one that stays', () => {
    const base = state([
      custom('a'),
      custom('b', { dependencies: [urn('a')] }),
      custom('a', { id: 'old', delete: true }),
    ])
    const unclear = deleteResources(base, [urn('a')])
    expect(codes(unclear)).toEqual(['error ambiguous'])
    expect(unclear.problems[0]?.message).toContain('id-a at 0, old (old) at 2')
    expect(deleteResources(base, [{ urn: urn('a'), id: 'old' }]).document.deployment.resources).toHaveLength(2)
    expect(codes(deleteResources(base, [{ urn: urn('a'), id: 'id-a' }]))).toContain('error hasDependents')
    expect(urns(deleteResources(base, [{ urn: urn('a'), id: 'id-a' }], { withDependents: true }))).toEqual([urn('a')])
  })

  it('finds entries with one ID by whether they are old, and by their place in the list', () => {
    const twins = [custom('a'), custom('a', { delete: true }), custom('a', { delete: true })]
    const base = state(twins)
    const left = (target: { urn: string; id?: string; old?: boolean; index?: number }) =>
      deleteResources(base, [target]).document.deployment.resources?.map((entry) => Boolean(entry.delete))
    expect(codes(deleteResources(base, [{ urn: urn('a'), id: 'id-a' }]))).toEqual(['error ambiguous'])
    expect(codes(deleteResources(base, [{ urn: urn('a'), old: true }]))).toEqual(['error ambiguous'])
    expect(left({ urn: urn('a'), id: 'id-a', old: false })).toEqual([true, true])
    expect(left({ urn: urn('a'), old: true, index: 2 })).toEqual([false, true])
    expect(codes(deleteResources(base, [{ urn: urn('a'), index: 7 }]))).toEqual(['error unknownEntry'])
  })

  it('does not say that an object becomes untracked while the live entry has it', () => {
    const base = state([custom('a'), custom('a', { delete: true })])
    expect(codes(deleteResources(base, [{ urn: urn('a'), old: true }]))).toEqual([])
  })

  it('is allowed for a duplicate when the other one is listed before its dependents', () => {
    const base = state([
      custom('a', { id: 'old', delete: true }),
      custom('a'),
      custom('b', { dependencies: [urn('a')] }),
    ])
    expect(urns(deleteResources(base, [{ urn: urn('a'), id: 'id-a' }]))).toEqual([urn('a'), urn('b')])
  })

  it('counts only the users of one of two equal providers', () => {
    const use = (name: string, id: string) => custom(name, { provider: `${urn('default', PROVIDER)}::${id}` })
    const base = state([provider('1', { delete: true }), provider('2'), use('x', '1'), use('y', '2')])
    const edit = deleteResources(base, [{ urn: urn('default', PROVIDER), id: '1' }], { withDependents: true })
    expect(urns(edit)).toEqual([urn('default', PROVIDER), urn('y')])
  })

  it('names what stays in the cloud, and what still refers to the removed resource', () => {
    const base = state([custom('a'), custom('view', { viewOf: urn('a') })], {
      pending_operations: [{ type: 'creating', resource: custom('new', { dependencies: [urn('a')] }) }],
      snippets: [{ uuid: 'u', references: { it: urn('a') } }],
    })
    const edit = deleteResources(base, [urn('a')])
    expect(codes(edit)).toEqual(['warning leftInCloud', 'warning dangling', 'warning dangling', 'warning dangling'])
    expect(edit.document.deployment['pending_operations']).toBe(base.deployment.pending_operations)
    expect(edit.changed.removed).toEqual([base.deployment.resources?.[0]])
  })

  it('refuses an invalid URN', () => {
    expect(codes(deleteResources(state([custom('a')]), ['a']))).toEqual(['error notUrn'])
  })
})

describe('renaming an entry', () => {
  const reference = { [SIGNATURE]: RESOURCE_REFERENCE_SIGNATURE, urn: urn('a'), id: '1' }
  const base = state(
    [
      custom('a'),
      custom('b', {
        dependencies: [urn('a')],
        replaceWith: [urn('a')],
        viewOf: urn('a'),
        aliases: [urn('a')],
        inputs: { on: reference, inSecret: { [SIGNATURE]: SECRET_SIGNATURE, plaintext: JSON.stringify([reference]) } },
      }),
      custom('c'),
    ],
    {
      pending_operations: [{ type: 'updating', resource: custom('a') }],
      snippets: [{ uuid: 'u', references: { it: urn('a') } }],
    },
  )

  it('changes every reference, including those that the CLI misses or duplicates, but not the aliases', () => {
    const edit = renameResource(base, urn('a'), 'z')
    const b = entry(edit, 'b')
    expect(b).toMatchObject({
      dependencies: [urn('z')],
      replaceWith: [urn('z')],
      viewOf: urn('z'),
      aliases: [urn('a')],
    })
    expect(JSON.stringify(b?.inputs)).not.toContain('::a"')
    expect(edit.document.deployment.pending_operations?.[0]?.resource.urn).toBe(urn('z'))
    expect(edit.document.deployment.snippets?.[0]?.references).toEqual({ it: urn('z') })
    expect(edit.changed.urnsChanged).toEqual([{ from: urn('a'), to: urn('z') }])
    expect(entry(edit, 'c')).toBe(base.deployment.resources?.[2])
    expect(codes(edit)).toEqual(['warning programName'])
    expect(aliasLine(urn('a'))).toBe(`{ aliases: ['${urn('a')}'] }`)
  })

  it('keeps the ID of each provider reference', () => {
    const users = state([provider('1'), custom('x', { provider: `${urn('default', PROVIDER)}::1` })])
    expect(entry(renameResource(users, urn('default', PROVIDER), 'eu'), 'x')?.provider).toBe(
      `${urn('eu', PROVIDER)}::1`,
    )
  })

  it.each([
    ['a name that is taken', urn('a'), 'b', 'taken'],
    ['no name', urn('a'), '', 'emptyName'],
    ['an invalid URN', 'a', 'b', 'notUrn'],
    ['a missing entry', urn('q'), 'b', 'unknownUrn'],
  ])('refuses %s', (_, of, name, code) => {
    const edit = renameResource(base, of, name)
    expect(codes(edit)).toEqual([`error ${code}`])
    expect(edit.document).toBe(base)
  })
})

describe('protect and taint', () => {
  it('change only the live entry of a URN', () => {
    const base = state([custom('a', { id: 'old', delete: true }), custom('a'), custom('b')])
    expect(protect(base, 'all').document.deployment.resources?.map(({ protect: on }) => on)).toEqual([
      undefined,
      true,
      true,
    ])
    expect(codes(protect(state([custom('a', { delete: true })]), [urn('a')]))).toEqual(['error unknownUrn'])
  })

  it('leave the state unchanged when the flag is already set', () => {
    const base = state([custom('a', { protect: true })])
    expect(protect(base, [urn('a')])).toMatchObject({ document: base, problems: [] })
    expect(codes(protect(base, []))).toEqual(['error noTarget'])
  })

  it('explain the effect on the next update, and raise the schema version for a taint', () => {
    const edit = taint(state([custom('a')]), [urn('a')])
    expect(edit.document).toMatchObject({ version: 4, features: ['taint'] })
    expect(edit.problems[0]?.message).toContain('3.192')
    expect(codes(unprotect(state([custom('a', { protect: true })]), [urn('a')]))).toEqual(['warning program'])
  })
})

describe('setting one property', () => {
  const base = state([
    custom('a', { outputs: { etag: 'E1', list: [1, { x: 2 }], password: secret('v1:x'), ['__proto__x']: 1 } }),
    custom('b'),
  ])

  it('changes nothing else', () => {
    const edit = setProperty(base, urn('a'), ['outputs', 'etag'], 'E2')
    expect(entry(edit, 'a')?.outputs).toEqual({ ...base.deployment.resources?.[0]?.outputs, etag: 'E2' })
    expect(entry(edit, 'b')).toBe(base.deployment.resources?.[1])
    expect(entry(setProperty(base, urn('a'), ['outputs', 'list', 1, 'x'], 3), 'a')?.outputs).toMatchObject({
      list: [1, { x: 3 }],
    })
    expect(entry(setProperty(base, urn('a'), ['outputs', 'list', 0], undefined), 'a')?.outputs).toMatchObject({
      list: [{ x: 2 }],
    })
    expect(entry(setProperty(base, urn('b'), ['inputs', 'new'], null), 'b')?.inputs).toEqual({ new: null })
    expect(setProperty(base, urn('a'), ['outputs', 'etag'], 'E1').document).toBe(base)
  })

  it.each([
    ['a secret', ['outputs', 'password'], 'x', 'marked'],
    ['the inside of a secret', ['outputs', 'password', 'ciphertext'], 'x', 'marked'],
    ['a missing path', ['outputs', 'no', 'where'], 1, 'noPath'],
    ['a path inside a string', ['outputs', 'etag', 'x'], 1, 'noPath'],
    ['an index beyond the end of a list', ['outputs', 'list', 7], 1, 'noPath'],
    ['everything', ['outputs'], {}, 'noPath'],
    ['a value that the CLI cannot read', ['outputs', 'etag'], { [SIGNATURE]: 'unheard-of' }, 'unreadable'],
    ['an asset without a text', ['inputs', 'code'], { [SIGNATURE]: ASSET_SIGNATURE, text: 5 }, 'unreadable'],
    ['a reference without a URN', ['inputs', 'vpc'], { [SIGNATURE]: RESOURCE_REFERENCE_SIGNATURE }, 'unreadable'],
  ] as const)('is refused for %s', (_, path, value, code) => {
    expect(codes(setProperty(base, urn('a'), path, value))).toEqual([`error ${code}`])
  })

  it('can change the version of a provider, which keeps its URN and ID', () => {
    const document = state([provider('1')])
    const edit = setProviderVersion(document, urn('default', PROVIDER), '5.9.0')
    expect(edit.document.deployment.resources).toEqual([
      provider('1', { inputs: { version: '5.9.0', region: 'eu-1' }, outputs: { version: '5.9.0', region: 'eu-1' } }),
    ])
    expect(codes(edit)).toEqual(['warning preview', 'warning lowerMajor'])
    expect(codes(setProviderVersion(document, urn('default', PROVIDER), 'latest'))).toEqual(['error notVersion'])
    expect(codes(setProviderVersion(base, urn('a'), '1.0.0'))).toEqual(['error noProvider'])
    expect(
      codes(setProviderVersion(state([provider('1', { inputs: {}, outputs: {} })]), urn('default', PROVIDER), '1.0.0')),
    ).toEqual(['error noVersion'])
  })
})

describe('moving entries to another stack', () => {
  const reference = `${urn('default', PROVIDER)}::1`
  const group: Resource = { urn: urn('group', 'a:b:Group'), type: 'a:b:Group', custom: false, parent: root.urn }
  const source = state([
    root,
    provider('1'),
    group,
    custom('outside', { parent: root.urn, provider: reference }),
    custom('in', {
      urn: urn('in', 'a:b:Group$a:b:C'),
      parent: group.urn,
      provider: reference,
      dependencies: [urn('outside'), group.urn],
      replaceWith: [group.urn],
    }),
    custom('after', { parent: root.urn, dependencies: [urn('in', 'a:b:Group$a:b:C')] }),
  ])
  const destination = { project: 'store', stack: 'prod' }
  const there = (name: string, type?: string) => urn(name, type, 'prod', 'store')

  it('takes descendants and copies of providers along and drops references between the stacks', () => {
    const move = moveResources(source, state([]), [group.urn], { destination })
    expect(codes(move)).toEqual(['warning cut', 'warning cut'])
    expect(urns(move.source)).toEqual([root.urn, urn('default', PROVIDER), urn('outside'), urn('after')])
    expect(entry(move.source, 'after')?.dependencies).toBeUndefined()
    expect(urns(move.destination)).toEqual([
      there('store-prod', STACK),
      there('default', PROVIDER),
      there('group', 'a:b:Group'),
      there('in', 'a:b:Group$a:b:C'),
    ])
    expect(entry(move.destination, 'in')).toMatchObject({
      parent: there('group', 'a:b:Group'),
      provider: `${there('default', PROVIDER)}::1`,
      dependencies: [there('group', 'a:b:Group')],
      replaceWith: [there('group', 'a:b:Group')],
    })
    expect(move.destination.changed.urnsChanged).toContainEqual({ from: group.urn, to: there('group', 'a:b:Group') })
  })

  it('re-parents orphaned children to the stack, unless the parents move too', () => {
    const inside = urn('in', 'a:b:Group$a:b:C')
    const alone = moveResources(source, state([]), [inside], { destination })
    expect(entry(alone.destination, 'in')).toMatchObject({ urn: there('in'), parent: there('store-prod', STACK) })
    const together = moveResources(source, state([]), [inside], { destination, includeParents: true })
    expect(urns(together.destination)).toContain(there('group', 'a:b:Group'))
  })

  it('uses a provider of the destination with the same ID or equal inputs', () => {
    const same = state([provider('9', { urn: there('default', PROVIDER) })])
    const move = moveResources(source, same, [urn('outside')], { destination })
    expect(entry(move.destination, 'outside')?.provider).toBe(`${there('default', PROVIDER)}::9`)
    const other = state([provider('9', { urn: there('default', PROVIDER), inputs: { region: 'us-1' } })])
    expect(codes(moveResources(source, other, [urn('outside')], { destination }))).toContain('error providerTaken')
  })

  it.each([
    ['a provider', [urn('default', PROVIDER)], 'provider'],
    ['nothing', [], 'nothing'],
    ['a missing entry', [urn('gone')], 'nothing'],
  ])('refuses %s', (_, which, code) => {
    expect(codes(moveResources(source, state([]), which, { destination }))).toContain(`error ${code}`)
  })

  it('is refused for a name that is taken or an invalid state, and leaves both stacks unchanged', () => {
    const taken = state([custom('x', { urn: there('outside') })])
    const move = moveResources(source, taken, [urn('outside')], { destination })
    expect(codes(move)).toContain('error taken')
    expect([move.source.document, move.destination.document]).toEqual([source, taken])
    const broken = state([custom('x', { parent: urn('gone') })])
    expect(codes(moveResources(source, broken, [urn('outside')], { destination }))).toEqual(['error invalidState'])
  })

  it('copies a ciphertext into a stack with another key only after encrypting it again', () => {
    const secrets = { secrets_providers: { type: 'passphrase', state: { salt: 'a' } } }
    const from = state([custom('a', { inputs: { p: secret('old') } })], secrets)
    const to = state([], { secrets_providers: { type: 'passphrase', state: { salt: 'b' } } })
    expect(codes(moveResources(from, to, [urn('a')], { destination }))).toContain('error secrets')
    expect(codes(moveResources(from, state([], secrets), [urn('a')], { destination }))).toEqual([])
    const move = moveResources(from, to, [urn('a')], { destination, reencrypt: (text) => `new ${text}` })
    expect(entry(move.destination, 'a')?.inputs).toEqual({ p: secret('new old') })
  })
})
