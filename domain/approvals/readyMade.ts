import { ApprovalRule } from '#contract/approvals.ts'

/** What a hold of a ready-made rule needs to know about the server that switches it on. */
export type ReadyMadeFacts = {
  /** Whether there is only one user who could allow anything: then they may allow their own runs. */
  isAlone: boolean
  /** The time zone of the user who switches it on. */
  zone: string
}

/** Rules to switch on with a click, each complete. */
export function readyMadeRules({ isAlone, zone }: ReadyMadeFacts): ApprovalRule[] {
  const hold = { kind: 'hold', persons: 1, role: 'operator', ownRuns: isAlone } as const
  return [
    {
      id: 'no-data-loss',
      name: 'No delete or replacement of data',
      what: { steps: ['delete', 'replace'], holdsData: true },
      action: hold,
    },
    {
      id: 'many-deletes',
      name: 'More than 20 deletes in one run',
      what: { steps: ['delete'] },
      moreThan: { count: 20, of: 'steps' },
      action: hold,
    },
    {
      id: 'production-destroy',
      name: 'Destroy of a production stack',
      where: { tags: { environment: 'prod*' } },
      what: { steps: ['delete'], runs: ['destroy'] },
      moreThan: { count: 0, of: 'steps' },
      action: hold,
    },
    {
      id: 'agents-never-delete',
      name: 'Agents never delete',
      who: { by: ['agent'] },
      what: { steps: ['delete', 'replace'] },
      action: { kind: 'refuse' },
    },
    {
      id: 'friday-afternoon',
      name: 'Nothing on Friday after 16:00',
      what: { steps: ['create', 'update', 'replace', 'delete', 'import'] },
      when: { days: [5], from: '16:00', to: '24:00', zone },
      action: { kind: 'refuse' },
    },
  ].map((rule) => ApprovalRule.parse(rule))
}
