import { expect, it } from 'vitest'
import {
  groupingName,
  groupings,
  groupLabel,
  groupOf,
  onlyGroup,
  ownTags,
  tagsOfLine,
  worstGroupFirst,
} from './grouping.ts'

const stack = (tags: Record<string, string>) => ({ ref: { org: 'acme', project: 'shop', stack: 'prod' }, tags })
const tagged = stack({ 'pulumi:project': 'shop', 'gitHub:owner': 'acme', team: 'web', env: 'prod' })

it('a stack is grouped by project, or by the value of a tag', () => {
  expect([groupOf(tagged, 'project'), groupOf(tagged, 'tag:team'), groupOf(stack({}), 'tag:team')]).toEqual([
    'shop',
    'web',
    null,
  ])
})

it('only user-defined tags are shown and offered for grouping', () => {
  expect(ownTags(tagged.tags)).toEqual([
    ['env', 'prod'],
    ['team', 'web'],
  ])
  expect(ownTags({ 'owner-10': '', 'owner-2': '' }).map(([name]) => name)).toEqual(['owner-2', 'owner-10'])
  const values = (present?: string) => groupings([tagged, stack({ team: 'data' })], present)
  expect(values()).toEqual(['project', 'tag:env', 'tag:team'])
  expect(values('tag:owner')).toEqual(['project', 'tag:env', 'tag:owner', 'tag:team'])
  expect(values().map(groupingName)).toEqual(['By project', 'By env', 'By team'])
})

it('a line of a table has whole tags only, and names the others', () => {
  const line = (tags: Record<string, string>) => {
    const { shown, rest } = tagsOfLine(tags)
    return [shown.map(({ text }) => text), rest.map(({ text }) => text)]
  }
  expect(line({ 'pulumi:project': 'shop', env: 'prod', region: 'eu', team: 'web' })).toEqual([
    ['env: prod', 'region: eu'],
    ['team: web'],
  ])
  expect(line({ about: 'what the shop needs everywhere', env: 'prod' })).toEqual([
    ['env: prod'],
    ['about: what the shop needs everywhere'],
  ])
  expect(line({ about: 'what the shop needs everywhere' })).toEqual([[], ['about: what the shop needs everywhere']])
})

it.each([
  ['project', 'shop', 'shop', 'project=shop'],
  ['tag:team', 'web', 'team: web', 'tag=team%3Dweb'],
  ['tag:team', null, 'without team', 'tag=%21team'],
])('by %s, the group %s is called %s and is all that %s leaves', (by, name, label, query) => {
  expect(groupLabel(name, by)).toBe(label)
  const only = Object.entries(onlyGroup(name, by)).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value]],
  )
  expect(new URLSearchParams(only).toString()).toBe(query)
})

it('groups with the worst health come first, then those with the most that need attention, then as they were', () => {
  const groups = [
    { name: 'calm', healthCounts: [{ health: 'running', count: 9 }] },
    { name: 'idle', healthCounts: [{ health: 'ok', count: 20 }] },
    { name: 'one failed', healthCounts: [{ health: 'failed', count: 1 }] },
    { name: 'six failed', healthCounts: [{ health: 'failed', count: 6 }] },
    {
      name: 'one interrupted',
      healthCounts: [
        { health: 'orphaned', count: 1 },
        { health: 'ok', count: 1 },
      ],
    },
  ] as const satisfies Parameters<typeof worstGroupFirst>[0]
  expect(worstGroupFirst(groups).map(({ name }) => name)).toEqual([
    'one interrupted',
    'six failed',
    'one failed',
    'calm',
    'idle',
  ])
})
