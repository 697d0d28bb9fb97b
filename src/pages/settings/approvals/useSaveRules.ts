import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApprovalRule, ApprovalRules } from '#contract/approvals.ts'
import { approvalRulesChanged, saveApprovalRules } from '#src/api/approvalRules.ts'

/** A change of the rules: the version that the user has read, what it becomes, and which rule it is about. */
export type RulesChange = { from: ApprovalRules; rules: readonly ApprovalRule[]; about: string }

/** Saves rules. It is pending until the page has the rules that are in force then, also after a refusal. */
export function useSaveRules(onSaved: (saved: ApprovalRules) => void = () => undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ from, rules }: RulesChange) => saveApprovalRules(from.version, rules),
    onSuccess: async (saved) => {
      await approvalRulesChanged(client)
      onSaved(saved)
    },
    onError: () => approvalRulesChanged(client),
  })
}
