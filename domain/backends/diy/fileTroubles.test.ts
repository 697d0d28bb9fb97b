import { describe, expect, it } from 'vitest'
import type { BrokenEntries, MetaProblem } from '#contract/backends.ts'
import { placeOf } from './commands.ts'
import { fileTroubles, metaTrouble } from './fileTroubles.ts'

const BUCKET = placeOf('s3://acme-state')
const OPENED = placeOf('')
const NONE = { metaProblem: null, brokenSidecars: [], brokenTags: null, brokenEntries: null, unreadStates: [] }

it('has nothing to say of whole files', () => {
  expect(fileTroubles(NONE, BUCKET)).toEqual([])
})

it('removes a broken sidecar and never the file beside it', () => {
  const key = '.pulumi/stacks/shop/prod.json.attrs'
  const [trouble] = fileTroubles({ ...NONE, brokenSidecars: [key] }, placeOf('file:///srv/state'))
  expect(trouble).toMatchObject({ tone: 'danger', title: 'A broken file beside the state' })
  expect(trouble?.commands).toEqual([`rm /srv/state/${key}`])
  const tags = fileTroubles({ ...NONE, brokenSidecars: ['.pulumi/stacks/shop/prod.pulumi-tags.attrs'] }, OPENED)
  expect(tags[0]?.title).toBe('A broken file beside the tags')
})

it('says of a stack that no CLI sees that its state is whole', () => {
  const [trouble, ...others] = fileTroubles({ ...NONE, isInvisible: true }, BUCKET)
  expect(others).toEqual([])
  expect(trouble).toMatchObject({ tone: 'danger', title: 'No current CLI sees this stack', commands: [] })
  expect(trouble?.sentence).toContain('Its state is whole')
})

it('puts a file of tags aside that stops every update', () => {
  const key = '.pulumi/stacks/shop/prod.pulumi-tags'
  const [broken] = fileTroubles({ ...NONE, brokenTags: { key, why: 'broken' } }, OPENED)
  expect(broken).toMatchObject({ tone: 'danger', commands: [`mv ${key} ${key}.broken`] })
  const [newer] = fileTroubles({ ...NONE, brokenTags: { key, why: 'version' } }, OPENED)
  expect(newer?.sentence).toContain('Use the CLI that wrote them')
})

it('keeps a second state file where no CLI looks', () => {
  const unreadStates = ['.pulumi/stacks/shop/prod.json.gz']
  expect(fileTroubles({ ...NONE, unreadStates }, BUCKET)[0]?.commands).toEqual([
    `aws s3 mv s3://acme-state/${unreadStates[0]} s3://acme-state/${unreadStates[0]}.kept`,
  ])
  expect(fileTroubles({ ...NONE, unreadStates }, OPENED)[0]?.commands).toEqual([
    `mv ${unreadStates[0]} ${unreadStates[0]}.kept`,
  ])
})

describe('entries of a history that cannot be read', () => {
  const keyOf = (n: number, ending = '') => `.pulumi/history/shop/prod/prod-${n}.history.json${ending}`
  const troubles = (brokenEntries: BrokenEntries, place = BUCKET) => fileTroubles({ ...NONE, brokenEntries }, place)

  it('are counted and named with the reason, and are put aside', () => {
    const newest = [{ key: keyOf(2), why: 'empty' } as const, { key: keyOf(1), why: 'truncated' } as const]
    const [trouble, ...others] = troubles({ count: 12, newest })
    expect(others).toEqual([])
    expect(trouble).toMatchObject({ tone: 'attention', title: '12 entries of the history cannot be read' })
    expect(trouble?.sentence).toContain(
      'prod-2.history.json (empty), prod-1.history.json (truncated, or not JSON) and 10 older ones',
    )
    expect(trouble?.sentence).toContain('pulumi stack history fails')
    expect(trouble?.commands).toHaveLength(2)
    expect(troubles({ count: 1, newest: newest.slice(1) }, OPENED)[0]).toMatchObject({
      title: '1 entry of the history cannot be read',
      commands: [`mv ${keyOf(1)} ${keyOf(1)}.broken`],
    })
  })

  it('are unpacked where a browser cannot do it, and readable again with the right to read them', () => {
    const [forbidden, packed] = troubles(
      {
        count: 2,
        newest: [
          { key: keyOf(2, '.zst'), why: 'zstd' },
          { key: keyOf(1), why: 'unreadable' },
        ],
      },
      OPENED,
    )
    expect(forbidden).toMatchObject({ sentence: expect.stringContaining('the right to read') as string, commands: [] })
    expect(packed?.commands).toEqual(["find .pulumi/history/shop/prod -name '*.zst' -exec zstd -d --rm '{}' +"])
    expect(packed?.sentence).not.toContain('fails')
  })
})

describe('a broken meta.yaml', () => {
  const commands = (layout: MetaProblem['layout'], place = BUCKET) =>
    metaTrouble({ says: 'broken', layout }, place).commands

  it('is written again by the CLI if every stack has a project', () => {
    expect(commands('project')).toEqual([
      'aws s3 rm s3://acme-state/.pulumi/meta.yaml',
      '# The next pulumi command on this backend writes it again.',
    ])
    expect(commands('project', OPENED)).toEqual([
      "printf 'version: 1\\n' > .pulumi/meta.yaml",
      'rm -f .pulumi/meta.yaml.attrs',
    ])
  })

  it('is put aside in the old layout, which has none', () => {
    expect(commands('legacy', OPENED)).toEqual(['mv .pulumi/meta.yaml .pulumi/meta.yaml.broken'])
  })

  it('is not removed beside stacks of both layouts: the CLI would no longer see those with projects', () => {
    expect(commands('mixed')).toEqual([])
    expect(commands(null)).toEqual([])
    expect(commands('mixed', OPENED)[0]).toMatch(/^printf 'version: 1/)
  })

  it('is left alone if a newer CLI wrote it', () => {
    expect(metaTrouble({ says: 'newer', layout: 'project' }, BUCKET).commands).toEqual([])
  })
})
