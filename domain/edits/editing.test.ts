import { describe, expect, it } from 'vitest'
import type { EditOperation } from '#contract/edits.ts'
import { FUTURE_KEY, randomState, seeded } from '#testing/states/randomState.ts'
import type { Resource, StateDocument } from '../state/checkpoint.ts'
import { verify } from '../state/integrity.ts'
import { planEdit } from './planEdit.ts'
import { entryText, stateText } from './replace.ts'

const STACK = { org: 'organization', project: 'shop', stack: 'dev' }
const BASIS = { version: 7, hash: 'abc' }
const SECRET = '4dabf18193072939515e22adb298388d'
const IS_SECRET = '1b47061264138c4ac30d75fd1eb44270'
const encrypted = (ciphertext: string) => ({ [SECRET]: IS_SECRET, ciphertext })
const urnOf = (name: string) => `urn:pulumi:dev::shop::aws:s3/bucket:Bucket::${name}`
const ROOT = 'urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev'
const PROVIDER = 'urn:pulumi:dev::shop::pulumi:providers:aws::default'
const root: Resource = { urn: ROOT, custom: false, type: 'pulumi:pulumi:Stack' }
const provider: Resource = {
  urn: PROVIDER,
  custom: true,
  id: 'p1',
  type: 'pulumi:providers:aws',
  inputs: { version: '6.1.0' },
}
const bucket = (name: string, more: Partial<Resource> = {}): Resource => ({
  urn: urnOf(name),
  custom: true,
  id: `${name}-id`,
  type: 'aws:s3/bucket:Bucket',
  inputs: { bucket: name, password: encrypted(`c-${name}`), tags: { 'a.b': 1 } },
  parent: ROOT,
  provider: `${PROVIDER}::p1`,
  [FUTURE_KEY]: { kept: name },
  ...more,
})
const state = (resources: Resource[], more: object = {}): StateDocument => ({
  version: 3,
  wrapperKey: 'kept',
  deployment: {
    manifest: { time: '2026-01-05T09:00:00Z', magic: '', version: '' },
    resources: [root, provider, ...resources],
    ...more,
  },
})
const plan = (document: StateDocument, operation: EditOperation, opens?: (ciphertext: string) => boolean) =>
  planEdit(document, operation, { stack: STACK, basis: BASIS, opens })
const errors = (result: ReturnType<typeof plan>) =>
  result.plan.problems.filter(({ severity }) => severity === 'error').map(({ code }) => code)
const at = (document: StateDocument, index: number): Resource => {
  const entry = document.deployment.resources?.[index]
  if (!entry) throw new Error(`no entry ${index}`)
  return entry
}
const edited = (entry: Resource, change: (json: Record<string, unknown>) => void): string => {
  const json = JSON.parse(entryText(entry)) as Record<string, unknown> // as just written
  change(json)
  return JSON.stringify(json)
}
const replace = (document: StateDocument, index: number, change: (json: Record<string, unknown>) => void) =>
  ({ do: 'replaceEntry', urn: at(document, index).urn, index, text: edited(at(document, index), change) }) as const

describe('a text with a field of the wrong type', () => {
  const document = state([bucket('logs')])

  it.each([
    ['protect', 'true', 'json: cannot unmarshal string into Go struct field ResourceV3.resources.protect of type bool'],
    ['created', 'yesterday', 'parsing time "yesterday"'],
    ['customTimeouts', { create: '5m' }, 'of type float64'],
    ['ignoreChanges', 'tags', 'of type []string'],
  ])('is refused, as no CLI could read the state any more: %s %j', (key, value, message) => {
    const entry = plan(
      document,
      replace(document, 2, (json) => void (json[key] = value)),
    )
    const whole = JSON.parse(stateText(document, BASIS)) as StateDocument
    const broken = {
      ...whole,
      deployment: { ...whole.deployment, resources: [root, provider, { ...bucket('logs'), [key]: value }] },
    }
    for (const result of [entry, plan(document, { do: 'replaceState', text: JSON.stringify(broken) })]) {
      expect(errors(result)).toEqual(['wouldBreak'])
      expect(result.plan.problems.at(-1)?.message).toContain(message)
      expect(result.document).toBe(document)
    }
  })

  it('counts as the field in another case, as the engine reads it', () => {
    const result = plan(
      document,
      replace(document, 2, (json) => void (json['Protect'] = true)),
    )
    expect(result.plan.isPossible).toBe(true)
    expect(at(result.document, 2)).toMatchObject({ protect: true })
    expect(at(result.document, 2)).not.toHaveProperty('Protect')
  })
})

describe('editing an entry as text', () => {
  const document = state([bucket('logs'), bucket('data', { dependencies: [urnOf('logs')] })])

  it('applies the changed values, and leaves every other value identical', () => {
    const result = plan(
      document,
      replace(document, 2, (json) => void (json['inputs'] = { ...(json['inputs'] as object), acl: 'private' })),
    )
    expect(result.plan).toMatchObject({ isPossible: true, level: 1, integrityAfter: [] })
    expect(result.plan.diff.entries).toMatchObject([
      { change: 'changed', urn: urnOf('logs'), properties: [{ path: 'inputs.acl', kind: 'added', is: 'private' }] },
    ])
    expect(at(result.document, 3)).toBe(at(document, 3))
    expect(at(result.document, 2)).toMatchObject({
      [FUTURE_KEY]: { kept: 'logs' },
      inputs: { password: encrypted('c-logs') },
    })
    expect(result.document['wrapperKey']).toBe('kept')
  })

  it('is no edit when only whitespace or key order differ', () => {
    const { urn, ...rest } = at(document, 2)
    const text = JSON.stringify({ ...rest, urn }, undefined, 7)
    const result = plan(document, { do: 'replaceEntry', urn, index: 2, text })
    expect(result.document).toBe(document)
    expect(result.plan).toMatchObject({ isPossible: false, problems: [{ code: 'nothing' }] })
  })

  it('is refused when the state would become invalid, for example by changing a URN that others refer to', () => {
    const result = plan(
      document,
      replace(document, 2, (json) => void (json['urn'] = urnOf('other'))),
    )
    expect(errors(result)).toEqual(['wouldBreak'])
    expect(result.document).toBe(document)
  })

  it.each([
    ['{"urn": "x",\n  "type": }', 'syntax', { line: 2, column: 11 }],
    ['{"urn": "x"', 'syntax', { line: 1 }],
    ['[]', 'shape', {}],
    ['{"urn": 7}', 'shape', {}],
  ])('reports the position of the error in %j', (text, code, place) => {
    const result = plan(document, { do: 'replaceEntry', urn: urnOf('logs'), index: 2, text })
    expect(result.plan.problems[0]).toMatchObject({ code, ...place })
  })

  it('does not quote the entry in an error, because it may hold a secret', () => {
    const text = '{"password": "hunter2" "x"}'
    const answer = JSON.stringify(
      plan(document, { do: 'replaceEntry', urn: urnOf('logs'), index: 2, text }).plan.problems,
    )
    expect(answer).not.toContain('hunter2')
    expect(answer).toContain('a comma is missing')
  })

  it('is refused when another entry is now at that position', () => {
    expect(errors(plan(document, { do: 'replaceEntry', urn: urnOf('logs'), index: 3, text: '{}' }))).toEqual([
      'unknownUrn',
    ])
  })

  it.each<[string, (json: Record<string, unknown>) => void, number]>([
    ['another ID', (json) => (json['id'] = 'other'), 2],
    ['the ID removed', (json) => delete json['id'], 2],
    ['marked as pending deletion', (json) => (json['delete'] = true), 3],
    ['marked as external', (json) => (json['external'] = true), 2],
    ['marked as tainted', (json) => (json['taint'] = true), 2],
    ['marked as protected', (json) => (json['protect'] = true), 1],
    ['another parent', (json) => delete json['parent'], 1],
    ['a secret removed', (json) => (json['inputs'] = { bucket: 'data' }), 2],
  ])('requires a higher confirmation level for a larger impact: %s', (_what, change, level) => {
    expect(plan(document, replace(document, 3, change)).plan).toMatchObject({ isPossible: true, level })
  })
})

describe('secrets in edited text', () => {
  const plain = { [SECRET]: IS_SECRET, plaintext: '"hunter2"' }
  const document = state([
    bucket('logs', {
      inputs: { password: plain, list: [plain] },
      outputs: { token: 'hunter3', arn: 'a' },
      additionalSecretOutputs: ['token'],
    }),
    bucket('data'),
  ])

  it('are masked, and restored when the text is submitted', () => {
    const text = entryText(at(document, 2))
    expect(text).not.toContain('hunter')
    const result = plan(
      document,
      replace(document, 2, (json) => void (json['protect'] = true)),
    )
    expect(at(result.document, 2)).toEqual({ ...at(document, 2), protect: true })
    expect(JSON.stringify(result.plan)).not.toContain('hunter')
  })

  it('are also masked in the text of the whole state', () => {
    const text = stateText(document, BASIS)
    expect(text).not.toContain('hunter')
    const changed = text.replace('"data-id"', '"data-2"')
    const result = plan(document, { do: 'replaceState', text: changed })
    expect(result.plan).toMatchObject({ isPossible: true, level: 2 })
    expect(at(result.document, 2)).toBe(at(document, 2))
    expect(at(result.document, 3)).toEqual({ ...at(document, 3), id: 'data-2' })
  })

  it('cannot be entered as text', () => {
    const result = plan(
      document,
      replace(document, 3, (json) => void (json['inputs'] = { password: { [SECRET]: IS_SECRET, plaintext: '"new"' } })),
    )
    expect(errors(result)).toEqual(['plaintextSecret'])
  })

  it('must be decryptable with the stack’s key: a truncated ciphertext is refused', () => {
    const cut = replace(document, 3, (json) => void (json['inputs'] = { password: encrypted('c-dat') }))
    expect(errors(plan(document, cut, (ciphertext) => ciphertext === 'c-data'))).toEqual(['ciphertext'])
    expect(plan(document, cut).plan.problems.map(({ code }) => code)).toEqual(['ciphertext', 'secretGone'])
    expect(plan(document, cut, () => true).plan).toMatchObject({ isPossible: true, level: 2 })
  })

  it('are shown as secrets on both sides of a diff', () => {
    const { diff } = plan(
      document,
      replace(document, 3, (json) => void (json['inputs'] = { bucket: 'data', tags: { 'a.b': 1 } })),
    ).plan
    expect(diff.entries[0]?.properties).toEqual([
      { path: 'inputs.password', kind: 'removed', was: { [SECRET]: IS_SECRET } },
    ])
  })
})

describe('editing the whole state as text', () => {
  const pending = { pending_operations: [{ type: 'creating', resource: bucket('new') }] }
  const document = state([bucket('a'), bucket('b'), bucket('c'), bucket('d'), bucket('e')], {
    ...pending,
    futureKey: 1,
  })
  const text = (change: (deployment: NonNullable<StateDocument['deployment']>) => void): EditOperation => {
    const json = JSON.parse(stateText(document, BASIS)) as StateDocument // as just written
    change(json.deployment)
    return { do: 'replaceState', text: JSON.stringify(json) }
  }

  it('is no edit when nothing was changed', () => {
    const result = plan(
      document,
      text(() => undefined),
    )
    expect(result.document).toBe(document)
  })

  it('is refused when the text was taken from another version', () => {
    const old = JSON.stringify({ ...document, holdfastBasis: { version: 3, hash: 'old' } })
    const result = plan(document, { do: 'replaceState', text: old })
    expect(errors(result)).toEqual(['staleText'])
    expect(result.plan.problems[0]?.message).toContain('taken from version 3')
  })

  it('is refused when the state belongs to another stack, or has another secrets provider', () => {
    const foreign = text(
      ({ resources }) =>
        void resources?.push({ ...bucket('x'), urn: 'urn:pulumi:prod::shop::aws:s3/bucket:Bucket::x' }),
    )
    expect(errors(plan(document, foreign))).toEqual(['foreignStack'])
    const provider = text((deployment) => void (deployment.secrets_providers = { type: 'passphrase' }))
    expect(errors(plan(document, provider))).toEqual(['secretsProvider'])
  })

  it('requires a statement when many resources, or pending operations, would be removed', () => {
    const most = plan(
      document,
      text(({ resources }) => void resources?.splice(2, 4)),
    )
    expect(most.plan).toMatchObject({ isPossible: true, level: 3, diff: { counts: { removed: 4 } } })
    expect(most.plan.because[0]).toMatch(/4 of 5 resources/)
    const dropped = plan(
      document,
      text((deployment) => delete deployment.pending_operations),
    )
    expect(dropped.plan).toMatchObject({ level: 3, diff: { operationsRemoved: [{ type: 'creating' }] } })
  })

  it('keeps unknown keys, and reports a removed one', () => {
    const kept = plan(
      document,
      text(({ resources }) => void resources?.splice(6, 1)),
    )
    expect(kept.document.deployment['futureKey']).toBe(1)
    const gone = plan(
      document,
      text((deployment) => delete deployment['futureKey']),
    )
    expect(gone.plan.diff.beside).toMatchObject([{ path: 'futureKey', kind: 'removed' }])
    expect('futureKey' in gone.document.deployment).toBe(false)
  })

  it.each(['{"version": 99, "deployment": {}}', '{"version": 3, "deployment": {"resources": [7]}}', '{"hello": 1}'])(
    'reports why %s is invalid',
    (bad) => expect(errors(plan(document, { do: 'replaceState', text: bad }))).toEqual(['unreadable']),
  )
})

describe('an invalid state', () => {
  const document = state([bucket('a', { dependencies: [urnOf('gone'), urnOf('gone2')] }), bucket('b')])

  it('is written only if it has fewer errors than before, and only with a statement', () => {
    expect(errors(plan(document, { do: 'protect', urns: [urnOf('a')] }))).toEqual(['invalidState'])
    const same = replace(document, 3, (json) => void (json['protect'] = true))
    expect(errors(plan(document, same))).toEqual(['invalidState'])
    const better = plan(
      document,
      replace(document, 2, (json) => void (json['dependencies'] = [urnOf('gone')])),
    )
    expect(better.plan).toMatchObject({ isPossible: true, level: 3 })
    expect(better.plan.integrityAfter).toHaveLength(1)
    const whole = plan(
      document,
      replace(document, 2, (json) => delete json['dependencies']),
    )
    expect(whole.plan).toMatchObject({ isPossible: true, level: 1, integrityAfter: [] })
  })
})

describe('named edits', () => {
  const document = state([bucket('logs', { protect: true }), bucket('data', { dependencies: [urnOf('logs')] })])

  it('refuse to delete a protected entry, and say how to unprotect it', () => {
    const result = plan(document, { do: 'delete', targets: [{ urn: urnOf('logs') }], withDependents: true })
    expect(errors(result)).toEqual(['protected'])
  })

  it('require the stack’s name for a delete, and show the CLI command for it', () => {
    const result = plan(document, { do: 'delete', targets: [{ urn: urnOf('data') }], withDependents: false })
    expect(result.plan).toMatchObject({ isPossible: true, level: 2, diff: { counts: { removed: 1 } } })
    expect(result.plan.terminal).toEqual([`pulumi state delete --stack organization/shop/dev ${urnOf('data')}`])
  })

  it('give the alias for the program when an entry is renamed, and list the change as a rename', () => {
    const result = plan(document, { do: 'rename', urn: urnOf('logs'), name: "it's" })
    expect(result.plan).toMatchObject({
      isPossible: true,
      level: 2,
      diff: { counts: { renamed: 1, changed: 1, added: 0, removed: 0 } },
    })
    expect(result.plan.urnsChanged[0]?.alias).toBe(`{ aliases: ['${urnOf("it\\'s")}'] }`)
    expect(result.plan.terminal[0]).toContain(`'it'\\''s'`)
  })

  it('set a property from its JSON, and remove one', () => {
    const target = { urn: urnOf('data') }
    const set = plan(document, { do: 'setProperty', target, side: 'inputs', path: ['tags', 'a.b'], json: '{"x": 1}' })
    expect(set.plan.diff.entries[0]?.properties).toMatchObject([{ path: 'inputs.tags["a.b"]', was: 1, is: { x: 1 } }])
    expect(errors(plan(document, { do: 'setProperty', target, side: 'inputs', path: ['x'], json: '{' }))).toEqual([
      'syntax',
    ])
    const gone = plan(document, { do: 'setProperty', target, side: 'inputs', path: ['bucket'], json: null })
    expect(gone.plan.diff.entries[0]?.properties).toMatchObject([{ path: 'inputs.bucket', kind: 'removed' }])
  })

  it('warn when a plugin would get a lower major version', () => {
    const result = plan(document, { do: 'setProviderVersion', target: { urn: PROVIDER }, version: '5.0.0' })
    expect(result.plan).toMatchObject({ level: 2, diff: { providers: [{ was: '6.1.0', is: '5.0.0' }] } })
    expect(result.plan.stopAndAsk.join()).toContain('lower major version')
  })

  it('warn on a production stack, and require at least the given level', () => {
    const operation: EditOperation = { do: 'taint', urns: [urnOf('data')] }
    const result = planEdit(document, operation, { stack: STACK, basis: BASIS, tags: { env: 'production' }, least: 3 })
    expect(result.plan.stopAndAsk).toEqual([
      'The tag env says production: is organization/shop/dev the stack you mean?',
    ])
    expect(result.plan.level).toBe(3)
  })
})

describe.each([1, 2, 3, 4, 5])('random values, seed %i', (seed) => {
  it('are unchanged after they were written as text and read back', () => {
    const document = randomState(seeded(seed), 40)
    const [first] = document.deployment.resources ?? []
    const [stack = '', project = ''] = (first?.urn ?? '').replace('urn:pulumi:', '').split('::')
    const facts = { stack: { org: 'o', project, stack }, basis: BASIS }
    expect(planEdit(document, { do: 'replaceState', text: stateText(document, BASIS) }, facts).document).toBe(document)
    for (const [index, entry] of (document.deployment.resources ?? []).entries()) {
      const operation = { do: 'replaceEntry', urn: entry.urn, index, text: entryText(entry) } as const
      expect(planEdit(document, operation, facts).document).toBe(document)
    }
    expect(verify(document.deployment)).toEqual([])
  })
})
