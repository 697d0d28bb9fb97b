import { describe, expect, it } from 'vitest'
import type { MetaProblem } from '#contract/backends.ts'
import { placeOf } from './commands.ts'
import { fileTroubles, metaTrouble } from './fileTroubles.ts'

const BUCKET = placeOf('s3://acme-state')
const OPENED = placeOf('')
const NONE = { metaProblem: null, brokenSidecars: [], brokenTags: null, unreadStates: [] }

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
    `aws s3 cp s3://acme-state/${unreadStates[0]} s3://acme-state/${unreadStates[0]}.kept`,
    `aws s3 rm s3://acme-state/${unreadStates[0]}`,
  ])
  expect(fileTroubles({ ...NONE, unreadStates }, OPENED)[0]?.commands).toEqual([
    `mv ${unreadStates[0]} ${unreadStates[0]}.kept`,
  ])
})

describe('a broken meta.yaml', () => {
  const commands = (layout: MetaProblem['layout'], place = BUCKET) =>
    metaTrouble({ says: 'broken', layout }, place).commands

  it('is written again by the CLI if every stack has a project', () => {
    expect(commands('project')).toEqual(['aws s3 rm s3://acme-state/.pulumi/meta.yaml', 'pulumi stack ls'])
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
