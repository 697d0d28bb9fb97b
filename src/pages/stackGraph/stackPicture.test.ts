import { expect, it } from 'vitest'
import type { StackGraph } from '#contract/stackGraph.ts'
import { hitsOf, isStale, linksOf, reachOf, stackMarks, stackPicture } from './stackPicture.ts'
import { MAX_COMPARED, sourcesOf } from './useStaleReaders.ts'

const stack = (project: string, name: string): StackGraph['stacks'][number] => ({
  ref: { org: 'acme', project, stack: name },
  health: 'ok',
  healthReason: '',
  resourceCount: 1,
})
const graph: StackGraph = {
  stacks: [stack('network', 'prod'), stack('dns', 'prod'), stack('shop', 'prod'), stack('shop', 'dev')],
  links: [
    { from: 1, to: 0 },
    { from: 2, to: 1 },
    { from: 3, to: 1 },
  ],
  elsewhere: [
    { from: 2, name: 'acme/old/prod' },
    { from: 3, name: 'acme/old/prod' },
  ],
  aloneCount: 0,
}

it('lists stacks first, with distinguishing titles, then external ones, each once, then a box around each project of several', () => {
  const { frame, stackCount, model } = stackPicture(graph)
  expect(frame).toEqual({ name: 'Stacks', inside: 4 })
  expect(stackCount).toBe(4)
  expect(model.topology.names).toEqual(['network', 'dns', 'prod', 'dev', 'old', 'shop'])
  expect([...model.topology.parent]).toEqual([-1, -1, 5, 5, -1, -1])
  expect([...model.topology.edgeTo]).toEqual([0, 1, 1, 4, 4])
})

it('shows how far a change of outputs reaches, and stops at cycles', () => {
  const links = linksOf(graph)
  expect(reachOf(links, 0)).toEqual([1, 2, 3])
  expect(reachOf(links, 3)).toEqual([])
  const circle = linksOf({ ...graph, links: [...graph.links, { from: 0, to: 2 }] })
  expect(reachOf(circle, 2)).toEqual([0, 1, 3])
  expect(links.elsewhere[2]).toEqual(['acme/old/prod'])
})

it('marks what a change of the selected stack reaches, and which readers have older values', () => {
  const links = linksOf(graph)
  const { of, classes } = stackMarks(graph, links, 0, new Set(['acme/dns/prod']))
  expect(Array.from(of, (place) => classes[place]?.id)).toEqual([undefined, 'stale', 'reached', 'reached'])
  const fresh = stackMarks(graph, links, 0, new Set())
  expect(classes[fresh.of[1] ?? -1]?.id).toBe('reached')
})

it('marks every stack with older values while none is selected', () => {
  const { of, classes } = stackMarks(graph, linksOf(graph), -1, new Set(['acme/shop/dev']))
  expect(Array.from(of, (place) => classes[place]?.id)).toEqual(['ok', 'ok', 'ok', 'stale'])
})

it('marks without a selection what needs attention and what runs, which can be looked for', () => {
  const stacks = (['failed', 'running', 'ok', 'orphaned'] as const).map((health, i) => ({
    ...stack('shop', `s${i}`),
    health,
  }))
  const marks = stackMarks({ stacks }, linksOf(graph), -1, new Set(['acme/shop/s0', 'acme/shop/s2']))
  const idOf = (place: number | undefined) => marks.classes[place ?? -1]?.id
  expect(Array.from(marks.of, idOf)).toEqual(['attention', 'running', 'stale', 'attention'])
  expect(marks.classes[0]?.words(2)).toBe('2 need attention')
  expect(marks.classes[0]?.look, 'the colour of the worst').toBe('danger')
  const waiting = { stacks: [{ ...stack('shop', 'prod'), health: 'awaitingApproval' as const }] }
  expect(stackMarks(waiting, linksOf(graph), -1, new Set()).classes[0]).toMatchObject({ look: 'waiting', sign: '…' })
  expect([...(hitsOf(marks, 'attention') ?? [])]).toEqual([1, 0, 0, 1])
  expect(hitsOf(marks, 'no class')).toBeUndefined()
})

it('treats a reader’s values as older when an output was changed or removed, not when one was added', () => {
  expect(isStale({ differs: [{ output: 'vpc', how: 'changed' }] })).toBe(true)
  expect(isStale({ differs: [{ output: 'vpc', how: 'removed' }] })).toBe(true)
  expect(isStale({ differs: [{ output: 'zone', how: 'added' }] })).toBe(false)
})

it('compares only the stacks with the most readers, up to a limit of readers', () => {
  const links = linksOf(graph)
  expect(sourcesOf(links)).toEqual({ all: [1, 0], compared: [1, 0] })
  const readBy = Array.from({ length: 5 }, (_, i) => Array.from({ length: i === 3 ? 50 : 8 }, (_reader, r) => r))
  expect(sourcesOf({ ...links, readBy })).toEqual({ all: [3, 0, 1, 2, 4], compared: [3, 0] })
  expect(MAX_COMPARED).toBe(60)
  // One with too many readers does not keep others from being compared.
  readBy[3] = Array.from({ length: 90 }, (_reader, r) => r)
  expect(sourcesOf({ ...links, readBy }).compared).toEqual([0, 1, 2, 4])
})
