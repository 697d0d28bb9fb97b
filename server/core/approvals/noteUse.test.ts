import { describe, expect, it } from 'vitest'
import { ApprovalRule } from '#contract/approvals.ts'
import { ENTRY_KIND, type JournalEntry } from '#domain/journal/journalEntry.ts'
import { rulesForRun } from '#domain/approvals/runRules.ts'
import { stepDigest, stepOf } from '#domain/approvals/steps.ts'
import type { ApprovalRow } from '#server/store/port/approvals.ts'
import { approvalWorld, database, HOLD, REF, type SentRule } from '#testing/approvals/world.ts'
import { anApproval } from '#testing/store/approvals.ts'
import { judgedRun } from './runFacts.ts'
import { noteUse } from './noteUse.ts'

const DECISION = { by: { login: 'ada', tokenName: null }, at: 1, allow: true, reason: '' }
const MANY: SentRule = { ...HOLD, what: { steps: ['delete'] }, moreThan: { count: 1, of: 'steps' } }

const deleteOf = (name: string, sequenceID: number) => {
  const operation = { type: 'deleting', resource: database(name) }
  const entry: JournalEntry = { kind: ENTRY_KIND.begin, sequenceID, operationID: sequenceID, operation }
  const step = stepOf(entry, () => false)
  if (step === undefined) throw new Error('it calls a provider')
  return step
}

/** What the audit log has about deletes of a later run, after an earlier one has ended with approvals. */
async function logOf(rule: SentRule, rows: readonly Partial<ApprovalRow>[], names: readonly string[], counts = {}) {
  const { deps, run, cli, get } = await approvalWorld([rule])
  await run.complete('failed')
  const next = await cli.start(REF)
  const now = await deps.store.now()
  await deps.store.write(async (writer) => {
    const update = await writer.update(next.id)
    const stack = update && (await writer.stackById(update.stackId))
    if (update === undefined || stack === undefined) throw new Error('it was started above')
    const inForce = rows.map((more, index) => ({
      ...anApproval(`a${index}`, {
        stackId: stack.id,
        updateId: run.id,
        status: 'allowed',
        persons: 1,
        keptUntil: now + 1,
      }),
      rules: [{ id: rule.id, name: rule.name }],
      decisions: [DECISION],
      ...more,
      ...(more.updateId === 'own' && { updateId: update.id }),
    }))
    const judged = judgedRun(stack, update, { role: 'admin', resources: 3 })
    const rules = rulesForRun([ApprovalRule.parse(rule)], judged)
    const steps = names.map((name, index) => deleteOf(name, index + 1))
    await noteUse({ writer, stack, update, now }, { rules, steps, mine: [], inForce, counts })
  })
  const { entries } = (await get('/audit?action=approval.use')) as {
    entries: { detail: string; login: string; stack: string }[]
  }
  return entries.map(({ login, stack, detail }) => [login, stack, detail])
}

const digestOf = (name: string) => stepDigest(deleteOf(name, 1))

describe('a step that passes by an approval of another run', () => {
  it('is in the audit log, one entry for a batch, with the run and who had allowed it', async () => {
    const bob = { ...DECISION, by: { login: 'bob', tokenName: null } }
    const rows = [{ digest: digestOf('orders') }, { digest: digestOf('users'), decisions: [DECISION, bob] }]
    expect(await logOf(HOLD, rows, ['orders', 'users', 'carts'])).toEqual([
      [
        'holdfast',
        REF,
        'update 3: deleting orders (aws:rds/instance:Instance), allowed for update 2 by ada; deleting users (aws:rds/instance:Instance), allowed for update 2 by ada and bob',
      ],
    ])
  })

  it.each<[string, SentRule, Partial<ApprovalRow>]>([
    ['if the approval is of its own run', HOLD, { updateId: 'own', digest: digestOf('orders') }],
    ['if the approval is of another object', HOLD, { digest: digestOf('users') }],
    ['if no rule asks about it', { ...HOLD, what: { steps: ['create'] } }, { digest: digestOf('orders') }],
    [
      'if the rule asks for more by now',
      { ...HOLD, action: { kind: 'hold', persons: 2 } },
      { digest: digestOf('orders') },
    ],
  ])('is not, %s', async (_, rule, row) => expect(await logOf(rule, [row], ['orders'])).toEqual([]))

  it('is named once for the rest of a run', async () => {
    const rest = { of: 'run' as const, digest: digestOf('carts') }
    expect(await logOf(MANY, [rest], ['orders', 'users', 'carts'])).toMatchObject([
      ['holdfast', REF, 'update 3: deleting users (aws:rds/instance:Instance), allowed for update 2 by ada'],
    ])
    expect(await logOf(MANY, [rest], ['orders'], { [MANY.id]: 2 })).toEqual([])
  })
})
