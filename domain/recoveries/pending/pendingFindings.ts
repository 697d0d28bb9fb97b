import type { Evidence, Finding, PendingItem } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { number, plural } from '#words/counts.ts'

/** One kind of pending operation, as a finding. */
type Kind = {
  recovery: RecoveryId
  tone: Finding['tone']
  level: Finding['level']
  title: (count: number) => string
  ban?: (count: number) => string
  explanation: (count: number, items: readonly PendingItem[]) => string
  couldBeLost: string
}

/** Creates first, as pulumi up would duplicate them. */
const KINDS: readonly Kind[] = [
  {
    recovery: 'clear-create',
    tone: 'danger',
    level: 2,
    title: (count: number) => plural(count, 'A create was interrupted', `${number(count)} creates were interrupted`),
    ban: (count: number) =>
      `Don’t run pulumi up yet: it could create ${plural(count, 'this resource', 'these resources')} a second time.`,
    explanation: (count: number) =>
      `We don’t know whether ${plural(count, 'this resource was', 'these resources were')} created.`,
    couldBeLost:
      'A resource that does exist stays in the cloud, untracked and billed, if you answer “It doesn’t exist”.',
  },
  {
    recovery: 'compare-create',
    tone: 'danger',
    level: 2,
    title: (count: number) =>
      plural(count, 'A create of a tracked resource was', `${number(count)} creates of tracked resources were`) +
      ' interrupted',
    explanation: (count: number) =>
      plural(
        count,
        'The state has one resource with this URN; a second one may exist that no stack tracks.',
        'The state has one resource with each of these URNs; second ones may exist that no stack tracks.',
      ),
    couldBeLost: 'The second copy, if there is one, stays untracked.',
  },
  {
    recovery: 'clear-operations',
    tone: 'attention',
    level: 1,
    title: (count: number) => plural(count, 'An operation is pending', `${number(count)} operations are pending`),
    explanation: (count: number, items) =>
      items.every(({ situation }) => situation === 'createOnlyInState')
        ? 'Components and providers exist only in the state: nothing was created in the cloud.'
        : plural(
            count,
            'This operation was on a tracked resource. pulumi refresh can tell how it ended.',
            'These operations were on tracked resources. pulumi refresh can tell how they ended.',
          ),
    couldBeLost: 'You lose the record of which resource to check.',
  },
]

/** The findings about pending operations; the last one answers all of them at once. */
export function pendingFindings(pending: PendingItem[], blocked: string | null): Finding[] {
  const findings = KINDS.flatMap((kind): Finding[] => {
    const items = pending.filter(({ recovery }) => recovery === kind.recovery)
    if (items.length === 0) return []
    return [
      {
        recovery: kind.recovery,
        tone: kind.tone,
        title: kind.title(items.length),
        ...(kind.ban && { ban: kind.ban(items.length) }),
        explanation: kind.explanation(items.length, items),
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
    title: `Resolve all ${number(pending.length)} together`,
    explanation: 'You answer each one; the result is one new state.',
    evidence: [{ what: `${number(pending.length)} operations are pending.`, source: 'state', at: null }],
    couldBeLost: 'The same as when you resolve them one by one.',
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
    evidence.push({
      what: `The state has ${name} with ${live.id === null ? 'no ID' : `the ID ${live.id}`}.`,
      source: 'state',
      at: null,
    })
  for (const { at, resourceId } of lateEvidence) {
    evidence.push({
      what: `The CLI reported that ${name} was created with the ID ${resourceId}.`,
      source: 'journal',
      at,
    })
  }
  return evidence
}
