import { expect, it } from 'vitest'
import type { Resource, StateDocument } from './checkpoint.ts'
import { renameDocument } from './rename.ts'
import { RESOURCE_REFERENCE_SIGNATURE, SECRET_SIGNATURE, SIGNATURE } from './secrets.ts'

const from = { org: 'acme', project: 'shop', stack: 'dev' }
const to = { org: 'acme', project: 'store', stack: 'prod' }
const reference = (urn: string) => ({ [SIGNATURE]: RESOURCE_REFERENCE_SIGNATURE, urn, id: 'i', packageVersion: '' })
const secret = (kind: 'plaintext' | 'ciphertext', text: string) => ({ [SIGNATURE]: SECRET_SIGNATURE, [kind]: text })

/** The same state in the given stack and project. */
const state = (stack: string, project: string): StateDocument => {
  const urn = (name: string, type = 'x:y:Z$a:b:C') => `urn:pulumi:${stack}::${project}::${type}::${name}`
  const resource: Resource = {
    urn: urn('one::two'),
    type: 'a:b:C',
    custom: true,
    id: 'dev-shop',
    parent: urn(`${project}-${stack}`, 'pulumi:pulumi:Stack'),
    dependencies: [urn('a'), 'urn:pulumi:dev::other::a:b:C::a', 'urn:pulumi:other::shop::a:b:C::a'],
    propertyDependencies: { size: [urn('a')], none: null, empty: [] },
    deletedWith: urn('a'),
    replaceWith: [urn('a')],
    aliases: [urn('former')],
    viewOf: urn('a'),
    provider: `${urn('default', 'pulumi:providers:aws')}::4f-dev-shop`,
    inputs: {
      plain: 'urn:pulumi:dev::shop::a:b:C::a',
      nested: [{ ref: reference(urn('a')) }, reference('urn:pulumi:other::shop::a:b:C::a')],
      shown: secret('plaintext', JSON.stringify({ ref: reference(urn('a')), note: 'dev' })),
      untouched: secret('plaintext', '{ "spaced": 1 }'),
      foreign: secret('plaintext', `[ ${JSON.stringify(reference('urn:pulumi:other::shop::a:b:C::a'))} ]`),
      hidden: secret('ciphertext', 'dev::shop'),
    },
    outputs: { later: 1 },
    replacementTrigger: reference(urn('a')),
    later: 'urn:pulumi:dev::shop::a:b:C::a',
  }
  return {
    version: 4,
    features: ['replaceWith', 'views'],
    deployment: {
      manifest: { time: 't', magic: '', version: '' },
      secrets_providers: { type: 'service', state: { url: 'http://x', owner: 'acme', project, stack, insecure: true } },
      resources: [
        { urn: urn(`${project}-${stack}`, 'pulumi:pulumi:Stack'), type: 'pulumi:pulumi:Stack', custom: false },
        resource,
      ],
      pending_operations: [{ type: 'creating', resource, later: 1 }],
      metadata: { integrity_error: { error: 'urn:pulumi:dev::shop::a:b:C::a' } },
      snippets: [{ uuid: 's', references: { a: 'urn:pulumi:dev::shop::a:b:C::a' } }],
      later: { kept: true },
    },
  }
}

it('renames every URN of the stack, its root, and the encrypting stack; nothing else', () => {
  const before = state('dev', 'shop')
  const text = JSON.stringify(before)
  expect(renameDocument(before, from, to)).toEqual(state('prod', 'store'))
  expect(JSON.stringify(before)).toBe(text)
})

it('is reversible', () => {
  expect(renameDocument(renameDocument(state('dev', 'shop'), from, to), to, from)).toEqual(state('dev', 'shop'))
})

it('changes the owner on a transfer', () => {
  const moved = renameDocument(state('dev', 'shop'), from, { ...from, org: 'umbrella' })
  expect(moved.deployment.secrets_providers?.state).toMatchObject({ owner: 'umbrella', project: 'shop', stack: 'dev' })
})

it('leaves the provider of another stack, or of another type, alone', () => {
  const withProvider = (secrets_providers: StateDocument['deployment']['secrets_providers'] & object) => {
    const document: StateDocument = { version: 3, deployment: { secrets_providers } }
    return renameDocument(document, from, to).deployment.secrets_providers
  }
  const other = { type: 'service', state: { owner: 'acme', project: 'shop', stack: 'other' } }
  const passphrase = { type: 'passphrase', state: { salt: 'v1:x', project: 'shop', stack: 'dev' } }
  expect(withProvider(other)).toEqual(other)
  expect(withProvider(passphrase)).toEqual(passphrase)
})

it('keeps unreadable URNs unchanged', () => {
  const odd: Resource = {
    urn: 'nonsense',
    type: 't',
    provider: 'nonsense',
    inputs: { a: secret('plaintext', `${RESOURCE_REFERENCE_SIGNATURE} no JSON`) },
  }
  const document = { version: 3, deployment: { resources: [odd] } }
  expect(renameDocument(document, from, to)).toEqual(document)
})
