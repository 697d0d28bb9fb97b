import type { Choice, RepairPlan } from '#domain/repair/plan.ts'

/** The suggested option of each problem that has one, as if the user accepted every suggestion. */
export const suggestedChoices = ({ problems }: RepairPlan): Choice[] =>
  problems.flatMap(({ id, suggested }) => (suggested === undefined ? [] : [{ problem: id, option: suggested }]))
