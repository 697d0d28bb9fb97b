import type { ApprovalRule, ApprovalRules } from '#contract/approvals.ts'
import { unsatisfiable } from '#domain/approvals/notes.ts'
import type { Approver } from '#domain/approvals/rights.ts'
import { changeText, ruleChanges } from '#domain/approvals/ruleChanges.ts'
import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import type { Reader } from '../../store/port.ts'
import type { RuleSetRow } from '../../store/port/approvals.ts'
import type { Who } from '../access/actor.ts'
import { audit } from '../access/audit.ts'

/** For how long this process relies on the rules that it read, in milliseconds: a change by another one is announced. */
const FRESH_MS = 5_000

export type RuleSet = Pick<RuleSetRow, 'version' | 'rules'>

const NONE: RuleSet = { version: 0, rules: [] }

/** The rules in force, without a read of the store in most calls: there is one for each batch of a journal. */
export async function rulesInForce(deps: Pick<Deps, 'store' | 'caches'>): Promise<RuleSet> {
  const known = deps.caches.approvalRules
  if (known.set !== undefined && performance.now() - known.readAt < FRESH_MS) return known.set
  const readAt = performance.now()
  const set = (await deps.store.read((reader) => reader.approvalRules())) ?? NONE
  // If they changed meanwhile, this may be what they were before.
  if (deps.caches.approvalRules === known) deps.caches.approvalRules = { set, readAt }
  return set
}

/** Reads the rules again at the next call: they changed. */
export const readRulesAgain = (deps: Pick<Deps, 'caches'>): void => {
  deps.caches.approvalRules = { set: undefined, readAt: 0 }
}

/** Follows the changes of the rules in this and other processes, for as long as the app lives. */
export const followRules = (deps: Pick<Deps, 'bus' | 'caches'>): (() => void) =>
  deps.bus.subscribe(({ type }) => {
    if (type === 'approvalRules') readRulesAgain(deps)
  })

/** The users who could be asked, with their roles. */
export const approversIn = async (reader: Reader): Promise<Approver[]> =>
  (await reader.users()).map(({ login, role, roles }) => ({ login, role, roles }))

/**
 * Replaces the rules. Throws `staleRules` if others changed them since version `basis`, and `ruleWithoutApprovers` if
 * nobody could ever satisfy one.
 */
export async function replaceRules(
  deps: Deps,
  { basis, rules }: { basis?: number | undefined; rules: ApprovalRule[] },
  { by, requestId }: Who,
): Promise<ApprovalRules> {
  const at = await deps.store.now()
  const row = await deps.store.write(async (writer) => {
    await writer.meta('approvalRules') // one change at a time
    const before = await writer.approvalRules()
    const version = before?.version ?? 0
    if (basis !== undefined && basis !== version) throw new DomainError({ kind: 'staleRules', version })
    const lonely = unsatisfiable(rules, await approversIn(writer))
    if (lonely !== undefined) {
      const { rule, eligible } = lonely
      const persons = rule.action.kind === 'hold' ? rule.action.persons : 0
      const role = rule.action.kind === 'hold' ? rule.action.role : 'operator'
      throw new DomainError({ kind: 'ruleWithoutApprovers', name: rule.name, persons, role, eligible })
    }
    const next: RuleSetRow = { version: version + 1, at, login: by.login, rules }
    await writer.insertRuleSet(next)
    await writer.setMeta('approvalRules', String(next.version))
    await audit(writer, { at, by, action: 'approval.rules', detail: changeWords(before?.rules ?? [], next), requestId })
    return next
  })
  readRulesAgain(deps)
  deps.bus.publish({ type: 'approvalRules' })
  return { version: row.version, rules: row.rules, changedAt: row.at, changedBy: row.login }
}

/** Which rules a change added, changed and removed. */
const changeWords = (before: readonly ApprovalRule[], { version, rules }: RuleSetRow): string =>
  [`version ${version}`, ...ruleChanges(before, rules).map(changeText)].join('; ')
