import { expect, it } from 'vitest'
import type { Finding } from '#contract/recoveries.ts'
import { guidedRecovery } from '#domain/recoveries/registry.ts'
import { pendingItem } from '#testing/samples/sampleItem.ts'
import { otherRecoveries } from './otherRecoveries.ts'

const finding = (recovery: Finding['recovery']): Finding => ({
  recovery,
  tone: 'attention',
  title: '',
  explanation: '',
  evidence: [],
  couldBeLost: '',
  level: 0,
  blocked: null,
  items: [],
})
const ids = (given: Parameters<typeof otherRecoveries>[0]): string[] => {
  const { changes, guides } = otherRecoveries(given)
  return [...changes, ...guides].map(({ id }) => id)
}

it('the other recovery tools are only those of the server: tools that write, tools that explain', () => {
  const { changes, guides } = otherRecoveries({ findings: [], pending: [pendingItem()] })
  for (const { id } of changes) expect(guidedRecovery(id)?.apply).toBeDefined()
  for (const { id } of guides) expect(guidedRecovery(id)?.guide).toBeDefined()
})
it('the other recovery tools include adopting and clearing only when a create is pending', () => {
  expect(ids({ findings: [], pending: [] })).not.toContain('adopt-create')
  expect(
    ids({ findings: [], pending: [pendingItem({ type: 'updating', recovery: 'clear-operations' })] }),
  ).not.toContain('discard-create')
  expect(ids({ findings: [], pending: [pendingItem()] })).toEqual(
    expect.arrayContaining(['adopt-create', 'discard-create']),
  )
})
it('the other recovery tools do not repeat the findings', () => {
  expect(ids({ findings: [finding('rename-stack')], pending: [] })).not.toContain('rename-stack')
})
