import { describe, expect, it } from 'vitest'
import { placeOf } from './commands.ts'
import { layoutPlan, projectOf, type StackOfStore } from './legacy.ts'

const stack = (name: string, more: Partial<StackOfStore> = {}): StackOfStore => ({
  name,
  project: name.includes('/') ? undefined : 'shop',
  isLocked: false,
  isUnreadable: false,
  key: `.pulumi/stacks/${name}.json`,
  ...more,
})
const place = placeOf('s3://acme-state')
const plan = (stacks: StackOfStore[], meta: 'missing' | 'fine' = 'missing') =>
  layoutPlan({ stacks, meta, place, address: 's3://acme-state' })

describe('the upgrade of a layout', () => {
  it.each([
    [stack('prod'), 'moves', 'shop/prod', /first resource has the project shop\.$/],
    [stack('prod', { project: undefined }), 'noProject', undefined, /no resource that names a project/],
    [stack('prod', { isLocked: true }), 'locked', 'shop/prod', /locked: the CLI skips it/],
    [stack('dev'), 'collides', 'shop/dev', /shop\/dev exists already/],
    [stack('prod', { isUnreadable: true }), 'unreadable', undefined, /cannot be read/],
  ])('of %j: %s', (of, fate, newName, because) => {
    const found = plan([of, stack('shop/dev')])
    expect(found?.stacks).toEqual([{ name: of.name, fate, newName, because: expect.stringMatching(because) }])
    expect(found?.invisibleAfter).toEqual(fate === 'moves' ? [] : [of.name])
  })

  it('is not needed without legacy stacks', () => {
    expect(plan([stack('shop/dev')])).toBeUndefined()
    expect(plan([])).toBeUndefined()
  })

  it('that was interrupted left stacks that no CLI sees', () => {
    expect(plan([stack('prod'), stack('shop/dev')], 'fine')?.invisibleNow).toEqual(['prod'])
    expect(plan([stack('prod')])?.invisibleNow).toEqual([])
  })

  it('has its steps in order, with the command that works', () => {
    const stacks = [
      stack('prod'),
      stack('dev'),
      stack('shop/dev'),
      stack('empty', { project: undefined }),
      stack('busy', { isLocked: true }),
      stack('bad', { isUnreadable: true }),
    ]
    const steps = plan(stacks)?.steps ?? []
    expect(steps.flatMap(({ commands }) => commands)).toEqual([
      'aws s3 sync s3://acme-state/.pulumi pulumi-before',
      'export PULUMI_BACKEND_URL=s3://acme-state',
      '# To keep shop/dev:',
      'aws s3 mv s3://acme-state/.pulumi/stacks/dev.json s3://acme-state/.pulumi/stacks/dev.json.kept',
      '# To keep dev:',
      'aws s3 mv s3://acme-state/.pulumi/stacks/shop/dev.json s3://acme-state/.pulumi/stacks/shop/dev.json.kept',
      'PULUMI_DIY_BACKEND_IGNORE_DEPRECATION_ERROR=1 pulumi state upgrade',
      'pulumi stack ls --all',
    ])
    const text = steps.map((step) => step.text).join('\n')
    expect(text).toMatch(
      /no one may work[^]*runs of busy[^]*copy of the whole[^]*state of bad[^]*Compare dev[^]*need the variable[^]*without --yes[^]*project of empty/,
    )
  })

  it('keeps the compression of a file in its name', () => {
    const key = '.pulumi/stacks/dev.json.gz'
    const steps = plan([stack('dev', { key }), stack('shop/dev')])?.steps ?? []
    expect(steps.flatMap(({ commands }) => commands)).toContain(
      `aws s3 mv s3://acme-state/${key} s3://acme-state/${key}.kept`,
    )
  })

  it('of opened files logs in nowhere', () => {
    const found = layoutPlan({ stacks: [stack('prod')], meta: 'missing', place: placeOf(''), address: '' })
    expect(found?.steps.flatMap(({ commands }) => commands).join('\n')).not.toContain('login')
  })

  it('does not ask where every stack has a project', () => {
    const commands = plan([stack('prod')])?.steps.flatMap((step) => step.commands)
    expect(commands).toContain('PULUMI_DIY_BACKEND_IGNORE_DEPRECATION_ERROR=1 pulumi state upgrade --yes')
  })
})

describe('the project of a legacy stack', () => {
  const urn = (project: string) => ({
    urn: `urn:pulumi:prod::${project}::pulumi:pulumi:Stack::x`,
    type: 'pulumi:pulumi:Stack',
  })
  it.each([
    [[], undefined],
    [null, undefined],
    [[{ urn: 'nonsense', type: '' }], undefined],
    [[urn('shop'), urn('other')], 'shop'],
  ])('with the resources %j is %s', (resources, project) => {
    expect(projectOf({ resources })).toBe(project)
  })
})
