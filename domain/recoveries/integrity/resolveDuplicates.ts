import { counted, number, plural } from '#words/counts.ts'
import type { GuidedRecovery } from '../guidedRecovery.ts'
import { repairRecovery } from './repairs.ts'
import { isSameObject, keepOne, sameObjectProblems } from './sameObject.ts'
import { error, refused } from '../../edits/edit.ts'

const ofOneUrn = repairRecovery(
  {
    id: 'resolve-duplicates',
    number: 13,
    phase: 'integrity',
    title: 'Two resources with one URN',
    commands: 'export',
    docs: {
      documented: 'Delete one of them',
      does: 'Groups by ID: one resource recorded twice, or two resources',
      refuses: 'To mark one of two entries with the same ID for deletion: that would delete the live resource',
    },
  },
  {
    title: (count) =>
      plural(count, 'Two resources have the same URN', `${number(count)} URNs are used by several resources`),
    explanation:
      'With the same ID it is one resource, recorded twice. With different IDs there are two; check in the cloud which one is in use.',
    couldBeLost: 'If there are two, one becomes untracked.',
    level: 3,
  },
)

/**
 * Two live entries with one URN, or one object under several URNs (GR-13; docs/state.md, Repair). The same object is
 * never marked for deletion.
 */
export const resolveDuplicates: GuidedRecovery = {
  ...ofOneUrn,
  finding: (facts) => {
    const [first, ...more] = sameObjectProblems(facts)
    const broken = ofOneUrn.finding(facts)
    if (broken || !first) return broken
    return {
      tone: 'attention',
      title: `${counted(more.length + 1, 'resource')} ${plural(more.length + 1, 'is', 'are')} tracked under several names`,
      explanation: first.explanation,
      evidence: first.evidence,
      couldBeLost:
        'If there are two, one becomes untracked; if there is one, an update that deletes either entry deletes it.',
      level: 3,
      items: [first, ...more].map(({ title }) => title),
    }
  },
  problems: (facts) => [...(ofOneUrn.problems?.(facts) ?? []), ...sameObjectProblems(facts)],
  apply: (facts, chosen) => {
    if (chosen.every(isSameObject)) return keepOne(facts, chosen)
    if (!chosen.some(isSameObject) && ofOneUrn.apply) return ofOneUrn.apply(facts, chosen)
    return refused(facts.document, [
      error('oneAfterTheOther', 'Repair the state first, then resolve the resources with several names.'),
    ])
  },
}
