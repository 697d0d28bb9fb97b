import { describe, expect, it } from 'vitest'
import { sampleFacts } from '#testing/samples/sampleFacts.ts'
import { firstFault } from '#testing/cases.ts'
import type { Random } from '#testing/states/randomState.ts'
import { withOldEntries } from '#testing/states/withOldEntries.ts'
import type { Resource, StateDocument } from '../state/checkpoint.ts'
import { verify } from '../state/integrity.ts'
import { endangeringTwins } from '../state/oldTwins.ts'
import type { FactsWithEarlier } from './guidedRecovery.ts'
import { planChange } from './planChange.ts'
import { guidedRecoveries } from './registry.ts'

const stack = { org: 'organization', project: 'shop', stack: 'dev' }

function factsOf(random: Random, document: StateDocument): FactsWithEarlier {
  const failed = (document.deployment.resources ?? [])
    .filter(() => random(4) === 0)
    .map(({ urn }) => ({ urn, op: 'delete', messages: ['403 Forbidden'] }))
  return sampleFacts(stack, document, { integrity: [], failed })
}

describe('recoveries offered for a random valid state', () => {
  it('can carry out every option, and a finding without one says so by its level and its advice', () => {
    const offered = new Map<string, number>()
    const fault = firstFault(400, (random) => {
      const document = withOldEntries(random, 1 + random(10))
      if (verify(document.deployment).length > 0) return undefined
      const facts = factsOf(random, document)
      for (const recovery of guidedRecoveries) {
        const finding = recovery.finding(facts)
        if (!finding || !recovery.problems) continue
        const problems = recovery.problems(facts)
        const options = problems.flatMap((problem) => problem.options.map((option) => ({ problem, option })))
        offered.set(recovery.id, (offered.get(recovery.id) ?? 0) + 1)
        if (finding.level > 0 !== options.length > 0) return `${recovery.id}: level ${finding.level}`
        const silent = problems.find((problem) => problem.options.length === 0 && !problem.advice)
        if (silent) return `${recovery.id}: no option and no advice for ${silent.title}`
        for (const { problem, option } of options) {
          const inputs = Object.fromEntries(option.asks.map(({ name }) => [name, 'x']))
          const choice = { problem: problem.id, option: option.id, inputs, statement: 'Looked.' }
          const plan = planChange(recovery, facts, [choice], { tags: {}, least: 0 })
          if (!plan.ok) return `${recovery.id}, ${problem.title}: ${plan.reason}\n${JSON.stringify(document)}`
          const names = (list: readonly Resource[]) => list.map(({ urn, id }) => `${urn} ${id}`)
          const left = names(plan.document.deployment.resources ?? [])
          const removed = names(document.deployment.resources ?? []).length - left.length
          if (removed !== option.removes.length)
            return `${recovery.id}: ${removed} removed, not ${option.removes.length}`
        }
        const ids = problems.map(({ id }) => id)
        if (new Set(ids).size < ids.length) return `${recovery.id}: two problems with one ID`
      }
      return undefined
    })
    expect(fault).toBeUndefined()
    expect(offered.get('remove-old-entries')).toBeGreaterThan(100)
    expect(offered.get('finish-destroy')).toBeGreaterThan(100)
  })

  it('remove what endangers live resources, and nothing live', () => {
    const recovery = guidedRecoveries.find(({ id }) => id === 'remove-old-entries')
    let seen = 0
    const fault = firstFault(300, (random) => {
      const document = withOldEntries(random, 1 + random(10))
      const before = endangeringTwins(document.deployment)
      if (!recovery?.problems || before.length === 0 || verify(document.deployment).length > 0) return undefined
      seen += 1
      const facts = factsOf(random, document)
      const choices = recovery
        .problems(facts)
        .filter(({ kind, options }) => kind === 'endangering' && options.length > 0)
        .map(({ id }) => ({ problem: id, option: 'forget', inputs: {}, statement: 'One object.' }))
      const plan = planChange(recovery, facts, choices, { tags: {}, least: 0 })
      if (!plan.ok) return `${plan.reason}\n${JSON.stringify(document)}`
      const live = ({ deployment }: StateDocument) =>
        (deployment.resources ?? []).filter((entry) => !entry.delete).length
      const isRight = endangeringTwins(plan.document.deployment).length === 0 && live(plan.document) === live(document)
      return isRight && plan.level === 3 ? undefined : JSON.stringify(document)
    })
    expect(fault).toBeUndefined()
    expect(seen).toBeGreaterThan(50)
  })
})
