import { describe, expect, it } from 'vitest'
import {
  cancel,
  destroyPreview,
  excludeFlags,
  importResource,
  refreshTarget,
  replacePreview,
  stackInit,
  stateDelete,
  stateDeleteAll,
  stateFlag,
  stateMove,
  stateRename,
  targetFlags,
  unprotectNow,
} from './commands.ts'

const stack = { org: 'acme', project: 'shop', stack: 'prod' }

describe('a command to copy', () => {
  it('names the stack in full', () => {
    expect(cancel(stack)).toBe('pulumi cancel --stack acme/shop/prod --yes')
  })

  it('creates a stack without the name of its project, which only Pulumi.yaml knows', () => {
    expect(stackInit('acme', 'dev')).toBe('pulumi stack init acme/dev')
  })

  it('keeps a URN with a dollar sign in single quotes', () => {
    expect(refreshTarget(stack, 'urn:pulumi:prod::shop::my:Net$aws:s3/bucket:Bucket::logs')).toContain(
      `--target 'urn:pulumi:prod::shop::my:Net$aws:s3/bucket:Bucket::logs'`,
    )
  })
})

describe('a command on a resource whose URN looks like a flag', () => {
  const other = { ...stack, stack: 'dev' }
  it.each([
    ['state delete', stateDelete(stack, '--all'), '-- --all'],
    ['state delete of several', stateDeleteAll(stack, ['urn:x', '--all'], true), '--target-dependents -- urn:x --all'],
    ['state protect', stateFlag(stack, 'protect', ['--all']), '-- --all'],
    ['state unprotect', stateFlag(stack, 'unprotect', ['--all']), '-- --all'],
    ['state unprotect without a question', unprotectNow(stack, '--all'), '--yes -- --all'],
    ['state taint', stateFlag(stack, 'taint', ['-y']), '-- -y'],
    ['state untaint', stateFlag(stack, 'untaint', ['-y']), '-- -y'],
    ['state rename', stateRename(stack, '-y', 'new'), '-- -y new'],
    ['state move', stateMove(stack, other, ['--yes'], true), '--include-parents -- --yes'],
  ])('ends the flags before it: %s', (_, command, end) => expect(command.endsWith(` ${end}`)).toBe(true))

  it('has no other words when no URN does', () => {
    expect(stateDelete(stack, 'urn:x')).toBe('pulumi state delete --stack acme/shop/prod urn:x')
  })
})

describe('an import command for an existing resource', () => {
  const urn = 'urn:pulumi:prod::shop::my:Net$aws:s3/bucket:Bucket::logs'
  const resource = { urn, type: 'aws:s3/bucket:Bucket', custom: true }

  it('has the type, name, parent and explicit provider of the pending create', () => {
    const parent = 'urn:pulumi:prod::shop::my:Net::main-net'
    const provider = 'urn:pulumi:prod::shop::pulumi:providers:aws::west::1234'
    expect(importResource(stack, { ...resource, parent, provider }, 'logs-1a2b')).toBe(
      `pulumi import --stack acme/shop/prod --parent main_net=${parent} --provider west=urn:pulumi:prod::shop::pulumi:providers:aws::west aws:s3/bucket:Bucket logs logs-1a2b`,
    )
  })

  it('omits the root stack and default providers, and leaves a placeholder for the ID', () => {
    const parent = 'urn:pulumi:prod::shop::pulumi:pulumi:Stack::shop-prod'
    const provider = 'urn:pulumi:prod::shop::pulumi:providers:aws::default_6_72_0::1234'
    expect(importResource(stack, { ...resource, parent, provider }, undefined)).toBe(
      `pulumi import --stack acme/shop/prod aws:s3/bucket:Bucket logs '<id>'`,
    )
  })

  it('keeps the exact name, whatever characters it contains', () => {
    const urn = 'urn:pulumi:prod::shop::aws:s3/bucket:Bucket::a\u202eb'
    expect(importResource(stack, { ...resource, urn }, 'i')).toContain(String.raw`$'a\342\200\256b'`)
  })

  it('does not let a name that starts with a dash become a flag', () => {
    expect(
      importResource(stack, { ...resource, urn: 'urn:pulumi:prod::shop::aws:s3/bucket:Bucket::-x' }, 'i'),
    ).toContain('-- aws:s3/bucket:Bucket -x i')
  })
})

describe('flags for a set of resources', () => {
  const [plain, odd] = ['urn:pulumi:prod::shop::a:b:C::x', "urn:pulumi:prod::shop::my:Net$a:b:C::it's"]

  it('are on one line, with each URN quoted', () => {
    expect(targetFlags([plain, odd])).toBe(`--target ${plain} --target 'urn:pulumi:prod::shop::my:Net$a:b:C::it'\\''s'`)
    expect(targetFlags([plain], true)).toBe(`--target ${plain} --target-dependents`)
    expect(excludeFlags([plain])).toBe(`--exclude ${plain}`)
  })

  it('are not offered when a shell cannot pass a value', () => {
    expect(targetFlags([plain, 'urn:pulumi:prod::shop::a:b:C::\0'])).toMatch(/^# No command/)
  })

  it('are passed to previews, which change nothing', () => {
    expect(destroyPreview(stack, [plain])).toBe(
      `pulumi destroy --preview-only --stack acme/shop/prod --target ${plain} --target-dependents`,
    )
    expect(replacePreview(stack, [plain])).toBe(`pulumi preview --stack acme/shop/prod --replace ${plain}`)
  })
})
