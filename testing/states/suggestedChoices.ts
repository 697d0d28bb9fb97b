import type { Choice, RepairPlan } from '#domain/repair/plan.ts'

/** The suggested way out of each problem that has one, as a person who accepts every suggestion chooses. */
export const suggestedChoices = ({ problems }: RepairPlan): Choice[] =>
  problems.flatMap(({ id, suggested }) => (suggested === undefined ? [] : [{ problem: id, candidate: suggested }]))
