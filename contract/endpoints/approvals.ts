import {
  ApprovalDetails,
  ApprovalRules,
  ApprovalRulesChange,
  ApprovalRuleVersions,
  ApprovalRuleVersionsQuery,
  Approvals,
  DecisionRequest,
  LookBack,
  LookBackRequest,
  RunApprovals,
} from '../approvals.ts'
import { endpoint } from '../endpoint.ts'
import { stack } from './shared.ts'

/** Rules that refuse or hold steps of updates, and the decisions about held ones. */
export const approvalEndpoints = {
  approvalRules: endpoint({
    method: 'GET',
    path: '/api/ui/approval-rules',
    access: 'admin',
    summary: 'The rules by which steps of updates are refused or held.',
    reply: ApprovalRules,
  }),
  approvalRulesChange: endpoint({
    method: 'PUT',
    path: '/api/ui/approval-rules',
    access: 'admin',
    summary: 'Replace the rules. Refused if one of them could never be satisfied.',
    body: ApprovalRulesChange,
    reply: ApprovalRules,
  }),
  approvalRuleVersions: endpoint({
    method: 'GET',
    path: '/api/ui/approval-rules/versions',
    access: 'admin',
    summary: 'Versions of the rules, newest first, at most 21: the latest, or those before one.',
    query: ApprovalRuleVersionsQuery,
    reply: ApprovalRuleVersions,
  }),
  approvalLookBack: endpoint({
    method: 'POST',
    path: '/api/ui/approval-rules/look-back',
    access: 'admin',
    summary: 'What rules would have refused or held in the last 90 days. Changes nothing.',
    body: LookBackRequest,
    reply: LookBack,
  }),
  approvals: endpoint({
    method: 'GET',
    path: '/api/ui/approvals',
    access: 'reader',
    summary: 'The steps that wait for a decision, longest first.',
    reply: Approvals,
  }),
  runApprovals: endpoint({
    method: 'GET',
    path: `${stack}/runs/:run/approvals`,
    access: 'reader',
    summary: 'The refused and held steps of a run; of a preview, those that would be.',
    reply: RunApprovals,
  }),
  approvalDetails: endpoint({
    method: 'GET',
    path: `${stack}/runs/:run/approvals/details`,
    access: 'reader',
    summary: 'The resources of the steps of a run that wait, with their changes and what depends on them.',
    reply: ApprovalDetails,
  }),
  approvalDecide: endpoint({
    method: 'POST',
    path: `${stack}/approvals/decide`,
    access: 'operator',
    summary: 'Allow or refuse held steps of a stack, all or none.',
    body: DecisionRequest,
    reply: Approvals,
  }),
} as const
