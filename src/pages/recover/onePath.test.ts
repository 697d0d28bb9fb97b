import { expect, it } from 'vitest'
import type { Finding } from '#contract/recoveries.ts'
import { pendingItem } from '#testing/samples/sampleItem.ts'
import { onePath } from './onePath.ts'

const finding = (recovery: Finding['recovery'], given: Partial<Finding> = {}): Finding => ({
  recovery,
  tone: 'danger',
  title: recovery ?? 'an error',
  explanation: '',
  evidence: [],
  couldBeLost: '',
  level: 1,
  blocked: null,
  items: [],
  ...given,
})
const pending = [pendingItem(), pendingItem({ index: 1, name: 'ledger' })]
const of = (findings: Finding[], given: Partial<Parameters<typeof onePath>[0]> = {}) => {
  const path = onePath({ findings, pending, lease: null, ...given })
  const names = (list: readonly Finding[] = []) => list.map(({ title }) => title)
  return path && { kind: path.kind, first: path.first.title, parts: names(path.parts), rest: names(path.rest) }
}

it('the next steps are empty when nothing was found', () => {
  expect(of([])).toBeUndefined()
})
it('the next steps have one step for an interrupted update and all its pending operations; later findings keep their order', () => {
  const kinds = ['release-lease', 'clear-create', 'clear-operations', 'resolve-operations'] as const
  expect(of([...kinds.map((kind) => finding(kind)), finding('remove-protection'), finding(null)])).toEqual({
    kind: 'operations',
    first: 'release-lease',
    parts: [...kinds],
    rest: ['remove-protection', 'an error'],
  })
})
it('the next steps start with what must be resolved first, when the operations wait for it', () => {
  const blocked = { blocked: 'Repair the state first.' }
  expect(of([finding('release-lease'), finding('restore-provider'), finding('clear-create', blocked)])).toEqual({
    kind: 'finding',
    first: 'restore-provider',
    parts: [],
    rest: ['release-lease', 'clear-create'],
  })
})
it('the next steps resolve operations of one kind once, of several kinds also together', () => {
  const kinds = ['clear-create', 'clear-operations', 'resolve-operations'] as const
  const lock = finding(null, { title: 'a lock' })
  expect(of([lock, finding('clear-create'), finding('resolve-operations')])?.rest).toEqual(['clear-create'])
  expect(of([lock, ...kinds.map((kind) => finding(kind))])?.rest).toEqual([...kinds])
})
it('the next steps are the first finding when nothing is pending', () => {
  expect(of([finding('release-lease'), finding('restore-provider')], { pending: [] })).toEqual({
    kind: 'finding',
    first: 'release-lease',
    parts: [],
    rest: ['restore-provider'],
  })
})
it('the next steps have no second card for a failed update whose cause is a finding', () => {
  const cause = finding('finish-destroy', { isOfLastRun: true })
  const failed = finding(null, { isFailedUpdate: true })
  expect(of([cause, failed], { pending: [] })).toEqual({
    kind: 'finding',
    first: 'finish-destroy',
    parts: [],
    rest: [],
  })
  expect(of([finding('fix-unhealthy'), failed], { pending: [] })?.rest).toEqual(['an error'])
})
