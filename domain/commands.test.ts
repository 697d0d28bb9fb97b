import { describe, expect, it } from 'vitest'
import {
  cancel,
  destroyPreview,
  excludeFlags,
  importResource,
  refreshTarget,
  replacePreview,
  targetFlags,
} from './commands.ts'

const stack = { org: 'acme', project: 'shop', stack: 'prod' }

describe('a command to copy', () => {
  it('names the stack in full', () => {
    expect(cancel(stack)).toBe('pulumi cancel --stack acme/shop/prod --yes')
  })

  it('keeps a URN with a dollar sign in single quotes', () => {
    expect(refreshTarget(stack, 'urn:pulumi:prod::shop::my:Net$aws:s3/bucket:Bucket::logs')).toContain(
      `--target 'urn:pulumi:prod::shop::my:Net$aws:s3/bucket:Bucket::logs'`,
    )
  })
})

describe('an import that takes over an object', () => {
  const urn = 'urn:pulumi:prod::shop::my:Net$aws:s3/bucket:Bucket::logs'
  const resource = { urn, type: 'aws:s3/bucket:Bucket', custom: true }

  it('gives the object the URN of the pending create: type, name, parent and its own provider', () => {
    const parent = 'urn:pulumi:prod::shop::my:Net::main-net'
    const provider = 'urn:pulumi:prod::shop::pulumi:providers:aws::west::1234'
    expect(importResource(stack, { ...resource, parent, provider }, 'logs-1a2b')).toBe(
      `pulumi import --stack acme/shop/prod --parent main_net=${parent} --provider west=urn:pulumi:prod::shop::pulumi:providers:aws::west aws:s3/bucket:Bucket logs logs-1a2b`,
    )
  })

  it('leaves the root stack and default providers to the CLI, and shows where the id goes', () => {
    const parent = 'urn:pulumi:prod::shop::pulumi:pulumi:Stack::shop-prod'
    const provider = 'urn:pulumi:prod::shop::pulumi:providers:aws::default_6_72_0::1234'
    expect(importResource(stack, { ...resource, parent, provider }, undefined)).toBe(
      `pulumi import --stack acme/shop/prod aws:s3/bucket:Bucket logs '<id>'`,
    )
  })

  it('imports under the very name, whatever is in it', () => {
    const urn = 'urn:pulumi:prod::shop::aws:s3/bucket:Bucket::a\u202eb'
    expect(importResource(stack, { ...resource, urn }, 'i')).toContain(String.raw`$'a\342\200\256b'`)
  })

  it('does not let a name that begins with a dash become a flag', () => {
    expect(
      importResource(stack, { ...resource, urn: 'urn:pulumi:prod::shop::aws:s3/bucket:Bucket::-x' }, 'i'),
    ).toContain('-- aws:s3/bucket:Bucket -x i')
  })
})

describe('flags for a set of resources', () => {
  const [plain, odd] = ['urn:pulumi:prod::shop::a:b:C::x', "urn:pulumi:prod::shop::my:Net$a:b:C::it's"]

  it('are one line, each URN quoted', () => {
    expect(targetFlags([plain, odd])).toBe(`--target ${plain} --target 'urn:pulumi:prod::shop::my:Net$a:b:C::it'\\''s'`)
    expect(targetFlags([plain], true)).toBe(`--target ${plain} --target-dependents`)
    expect(excludeFlags([plain])).toBe(`--exclude ${plain}`)
  })

  it('are not offered where a shell cannot pass one on', () => {
    expect(targetFlags([plain, 'urn:pulumi:prod::shop::a:b:C::\0'])).toMatch(/^# No command/)
  })

  it('ask the engine without changing anything', () => {
    expect(destroyPreview(stack, [plain])).toBe(
      `pulumi destroy --preview-only --stack acme/shop/prod --target ${plain} --target-dependents`,
    )
    expect(replacePreview(stack, [plain])).toBe(`pulumi preview --stack acme/shop/prod --replace ${plain}`)
  })
})
