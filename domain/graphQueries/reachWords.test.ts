import { describe, expect, it } from 'vitest'
import { GRAPH_FLAG } from '#contract/resources.ts'
import type { Question, Reached } from './reach.ts'
import { effectOn, partsOf, reachSummary } from './reachWords.ts'
import { RELATION } from './relationKinds.ts'

const { custom, protect, external, retainOnDelete } = GRAPH_FLAG
const each = (index: number, more: Partial<Reached> = {}): Reached => ({
  index,
  distance: 1,
  via: 0,
  kinds: RELATION.property,
  certainty: 'certain',
  ...more,
})

describe('the effect on a reached resource', () => {
  it.each<[Question, number, Partial<Reached>, string]>([
    ['needs', custom, {}, 'Needed'],
    ['replace', custom, {}, 'Replaced'],
    ['replace', custom | protect, {}, 'Refused'],
    ['replace', custom, { certainty: 'may' }, 'May change'],
    ['replace', 0, { certainty: 'may' }, 'May pass it on'],
    ['replace', custom, { certainty: 'may', kinds: RELATION.deletedWith }, 'May go with it'],
    ['delete', custom, {}, 'Deleted'],
    ['delete', custom | protect, {}, 'Refused'],
    ['delete', custom | retainOnDelete, {}, 'Kept in the cloud'],
    ['delete', custom | external, {}, 'Leaves the state'],
    ['delete', 0, {}, 'Leaves the state'],
    ['delete', custom, { kinds: RELATION.deletedWith }, 'Goes with it'],
  ])('of %s with flags %i and %j is %j', (question, flags, more, effect) => {
    expect(effectOn(each(0, more), question, { flags: [flags] })).toBe(effect)
  })
})

/** A root, a protected resource, a database and two that hold nothing. */
const graph = {
  flags: [custom, custom | protect, custom, custom, custom],
  type: [0, 0, 1, 0, 0],
  types: ['aws:ec2/subnet:Subnet', 'aws:rds/instance:Instance'],
}
const keysOf = (...given: Parameters<typeof partsOf>) =>
  partsOf(...given).map(({ key, members }) => `${key} ${members.map(({ index }) => index).join()}`)

describe('the parts of what is reached', () => {
  it('are those with members; certainty is one only if some are uncertain', () => {
    const plain = { ...graph, type: [0, 0, 0, 0, 0] }
    expect(keysOf(plain, [each(3), each(4)])).toEqual([])
    expect(keysOf(plain, [each(3), each(4, { certainty: 'may' })])).toEqual(['certain 3', 'may 4'])
  })

  it('overlap, and name the update that touched some', () => {
    const reached = [each(1), each(2), each(3)]
    const touched = { title: 'Update 7', has: (index: number) => index === 2 }
    expect(keysOf(graph, reached, touched)).toEqual(['protected 1', 'stateful 2', 'touched 2'])
    expect(partsOf(graph, reached, touched).at(-1)?.label).toBe('Touched by Update 7')
  })
})

describe('the summary', () => {
  const summary = (question: Question, reached: Reached[], waiting = 0) =>
    reachSummary({ question, names: 'subnet', count: reached.length, waiting, parts: partsOf(graph, reached) })

  it.each<[Question, Reached[], number, string]>([
    ['needs', [], 0, 'subnet needs nothing.'],
    ['needs', [each(3)], 0, 'subnet needs 1 resource.'],
    ['delete', [], 0, 'Nothing depends on subnet.'],
    ['delete', [each(3)], 0, 'Deleting subnet also deletes 1 resource.'],
    [
      'delete',
      [each(1), each(2)],
      0,
      'Deleting subnet also deletes 2 resources. 1 is protected, so the engine refuses. 1 holds data.',
    ],
    ['replace', [], 0, 'A replacement of subnet changes nothing else.'],
    ['replace', [], 2, 'A replacement of subnet changes nothing else. 2 wait for it (dependsOn) and stay as they are.'],
    [
      'replace',
      [each(3, { certainty: 'may' })],
      1,
      'A replacement of subnet may change 1 resource: the provider decides. 1 waits for it (dependsOn) and stays as it is.',
    ],
    [
      'replace',
      [each(3), each(4, { certainty: 'may' })],
      0,
      'A replacement of subnet replaces 1 resource, and may change 1 more.',
    ],
  ])('of %s with %j and %i waiting', (question, reached, waiting, sentences) => {
    expect(summary(question, reached, waiting)).toBe(sentences)
  })
})
