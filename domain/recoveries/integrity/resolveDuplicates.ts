import type { GuidedRecovery } from '../guidedRecovery.ts'
import { repairRecovery } from './repairs.ts'
import { isSameObject, keepOne, sameObjectProblems } from './sameObject.ts'
import { error, refused } from '../../surgery/edit.ts'

const ofOneUrn = repairRecovery(
  {
    id: 'resolve-duplicates',
    number: 13,
    phase: 'integrity',
    title: 'Two live entries of one name',
    commands: 'export',
    docs: {
      documented: 'Delete one of them',
      does: 'Groups by id: one object recorded twice, or two objects',
      refuses: 'To mark one of two entries with the same id for deletion: that would delete the live object',
    },
  },
  {
    title: (count) =>
      count === 1 ? 'One name stands for two live entries' : `${count} names stand for several live entries`,
    explanation:
      'With equal ids it is one object, recorded twice; with different ids there are two objects, and a look into the cloud says which one serves.',
    couldBeLost: 'Track of one object, if there are two.',
    level: 3,
  },
)

/**
 * Two live entries of one URN, or one object under several URNs (GR-13; docs/state.md, Repair). The same object is
 * never marked to be deleted.
 */
export const resolveDuplicates: GuidedRecovery = {
  ...ofOneUrn,
  finding: (facts) => {
    const [first, ...more] = sameObjectProblems(facts)
    const broken = ofOneUrn.finding(facts)
    if (broken || !first) return broken
    return {
      tone: 'attention',
      title:
        more.length === 0
          ? 'One object is managed under several names'
          : `${more.length + 1} objects are managed under several names`,
      explanation: first.explanation,
      evidence: first.evidence,
      couldBeLost: 'Track of one object, if there are two; the object, if an update deletes one of its entries.',
      level: 3,
      items: [first, ...more].map(({ title }) => title),
    }
  },
  problems: (facts) => [...(ofOneUrn.problems?.(facts) ?? []), ...sameObjectProblems(facts)],
  apply: (facts, chosen) => {
    if (chosen.every(isSameObject)) return keepOne(facts, chosen)
    if (!chosen.some(isSameObject) && ofOneUrn.apply) return ofOneUrn.apply(facts, chosen)
    return refused(facts.document, [
      error('oneAfterTheOther', 'Repair the state first, and decide about the objects with several names afterwards.'),
    ])
  },
}
