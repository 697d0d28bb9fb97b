import { type Approvals, RULE_VERSIONS } from '#contract/approvals.ts'
import { readVisible } from '../../core/access/visible.ts'
import { decideApprovals, deciderOf } from '../../core/approvals/decide.ts'
import { forecastOf } from '../../core/approvals/forecast.ts'
import { lookBack } from '../../core/approvals/lookBack.ts'
import { replaceRules, rulesInForce } from '../../core/approvals/rules.ts'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../store/port.ts'
import type { ApprovalRow, RuleSetRow } from '../../store/port/approvals.ts'
import { type Call, type Handlers, whoOf } from '../handlers.ts'
import { findRun, findStack } from '../lookup.ts'
import { toApprovals } from './approvalView.ts'
import { detailedRows, detailsOf } from './details.ts'

type Names =
  | 'approvalRules'
  | 'approvalRulesChange'
  | 'approvalRuleVersions'
  | 'approvalLookBack'
  | 'approvals'
  | 'runApprovals'
  | 'approvalDetails'
  | 'approvalDecide'

/** Most steps of all stacks. */
const MAX_WAITING = 1_000

const toRules = (row: RuleSetRow | undefined) => ({
  version: row?.version ?? 0,
  rules: row?.rules ?? [],
  changedAt: row?.at ?? null,
  changedBy: row?.login ?? null,
})

/** Handles the rules of approvals, and the steps that they refused or hold. */
export function approvalHandlers(deps: Deps): Pick<Handlers, Names> {
  const shown = async (reader: Reader, rows: readonly ApprovalRow[], call: Call): Promise<Approvals> => {
    const now = await deps.store.now()
    return { now, approvals: await toApprovals(reader, rows, await deciderOf(reader, call), now) }
  }
  return {
    approvalRules: async () => toRules(await deps.store.read((reader) => reader.approvalRules())),
    approvalRulesChange: ({ body }, call) => replaceRules(deps, body, whoOf(call)),
    approvalRuleVersions: ({ query }) =>
      deps.store.read(async (reader) => ({
        versions: (await reader.approvalRuleVersions(RULE_VERSIONS, query.before)).map(toRules),
      })),
    approvalLookBack: ({ body: { rules } }, { user }) => lookBack(deps, rules, user),

    approvals: (_, call) =>
      readVisible(deps, call.user, async (reader) =>
        shown(reader, await reader.waitingApprovals({ limit: MAX_WAITING }), call),
      ),

    async runApprovals({ params }, call) {
      const { stack, run } = await deps.store.read(async (reader) => {
        const row = await findStack(reader, params)
        return { stack: row, run: await findRun(reader, row, params.run) }
      })
      const rows = await deps.store.read(async (reader) => shown(reader, await reader.approvalsOfUpdate(run.id), call))
      const { rules } = await rulesInForce(deps)
      return {
        ...rows,
        forecast: run.dryRun ? await forecastOf(deps, stack, run) : [],
        outOfReach: rules.some(({ isOn }) => isOn) && !run.dryRun && !run.isJournal && run.status === 'running',
      }
    },

    approvalDetails: ({ params }, call) =>
      readVisible(deps, call.user, async (reader) => {
        const stack = await findStack(reader, params)
        const update = await findRun(reader, stack, params.run)
        const rows = detailedRows(await reader.approvalsOfUpdate(update.id))
        return { details: await detailsOf(deps, reader, { stack, update, rows }) }
      }),

    async approvalDecide({ params, body }, call) {
      const { id } = await deps.store.read((reader) => findStack(reader, params))
      await decideApprovals(deps, id, body, call, whoOf(call))
      return deps.store.read(async (reader) => {
        const rows: ApprovalRow[] = []
        for (const each of new Set(body.ids)) {
          const row = await reader.approvalById(each)
          if (row !== undefined) rows.push(row)
        }
        return shown(reader, rows, call)
      })
    },
  }
}
