import type { Evidence, Finding, PendingItem } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'

/** Creates first: they are the ones that a careless up doubles. */
const KINDS = [
  {
    recovery: 'clear-create',
    tone: 'danger',
    level: 2,
    title: (count: number) => (count === 1 ? 'A create was cut off' : `${count} creates were cut off`),
    explanation: (count: number) =>
      count === 1
        ? 'We don’t know whether this resource was created. Running pulumi up would create it again.'
        : 'We don’t know whether these resources were created. Running pulumi up would create them again.',
    couldBeLost: 'An object that exists, if it is said not to: it would run on, billed and managed by nobody.',
  },
  {
    recovery: 'compare-create',
    tone: 'danger',
    level: 2,
    title: (count: number) =>
      count === 1 ? 'A create was cut off whose URN is live' : `${count} creates were cut off whose URNs are live`,
    explanation: (count: number) =>
      count === 1
        ? 'The state manages one resource of this name; a second one may exist that no stack tracks.'
        : 'The state manages one resource of each of these names; second ones may exist that no stack tracks.',
    couldBeLost: 'Track of a forgotten copy.',
  },
  {
    recovery: 'clear-operations',
    tone: 'attention',
    level: 1,
    title: (count: number) => (count === 1 ? 'An operation is pending' : `${count} operations are pending`),
    explanation: (count: number) =>
      count === 1
        ? 'This operation was on a tracked resource: pulumi refresh can tell how it ended.'
        : 'These operations were on tracked resources: pulumi refresh can tell how they ended.',
    couldBeLost: 'The knowledge of which resource to check.',
  },
] as const satisfies {
  recovery: RecoveryId
  tone: Finding['tone']
  level: Finding['level']
  title: (count: number) => string
  explanation: (count: number) => string
  couldBeLost: string
}[]

/** What is wrong about the operations that are pending, and last the way to answer them all at once. */
export function pendingFindings(pending: PendingItem[], blocked: string | null): Finding[] {
  const findings = KINDS.flatMap((kind): Finding[] => {
    const items = pending.filter(({ recovery }) => recovery === kind.recovery)
    if (items.length === 0) return []
    return [
      {
        recovery: kind.recovery,
        tone: kind.tone,
        title: kind.title(items.length),
        explanation: kind.explanation(items.length),
        evidence: items.slice(0, 20).flatMap(itemEvidence),
        couldBeLost: kind.couldBeLost,
        level: kind.level,
        blocked,
        items: items.map(itemLine),
      },
    ]
  })
  if (pending.length < 2) return findings
  const all: Finding = {
    recovery: 'resolve-operations',
    tone: 'attention',
    title: `Answer all ${pending.length} pending operations at once`,
    explanation: 'One row for each, none answered by default, written as one version.',
    evidence: [{ what: `${pending.length} operations are pending.`, source: 'state', at: null }],
    couldBeLost: 'The same as one by one, for all of them together.',
    level: 3,
    blocked,
    items: pending.map(itemLine),
  }
  return [...findings, all]
}

const itemLine = ({ type, name, resourceType }: PendingItem): string => `${type} ${name} (${resourceType})`

function itemEvidence({ name, type, since, lateEvidence, live }: PendingItem): Evidence[] {
  const evidence: Evidence[] = [
    {
      what: since ? `${type} ${name}: pending since version ${since.version}.` : `${type} ${name}: pending.`,
      source: 'state',
      at: since?.at ?? null,
    },
  ]
  if (type === 'creating' && live)
    evidence.push({ what: `${name} is live as ${live.id ?? 'an entry without an id'}.`, source: 'state', at: null })
  for (const { at, resourceId } of lateEvidence) {
    evidence.push({
      what: `The client reported that ${name} was made, with the id ${resourceId}.`,
      source: 'journal',
      at,
    })
  }
  return evidence
}
