/** How children are grouped if there are too many: `auto` is the grouping that explains most. */
export const GROUPINGS = ['auto', 'type', 'provider', 'name', 'links'] as const
export type Grouping = (typeof GROUPINGS)[number]
