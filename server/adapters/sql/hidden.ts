import { type Expression, sql, type SqlBool } from 'kysely'
import type { HiddenOrgs } from '#server/store/port/hiddenOrgs.ts'

/** The argument of statements that leave out hidden organizations. */
export type Hidden = { hidden: string }

/**
 * Hidden organizations as one argument: each between slashes, which no name has, and one slash between two, as the
 * organization of an audit entry about no stack is an empty text.
 */
export const hiddenText = (hiddenOrgs: HiddenOrgs): string => `/${(hiddenOrgs ?? []).join('/')}/`

/** Whether any is hidden: statements have the condition only then. */
export const hides = (hiddenOrgs: HiddenOrgs): boolean => hiddenOrgs !== undefined && hiddenOrgs.length > 0

/** The condition that an organization is not among the hidden ones, in both databases. */
export const isVisible = (org: Expression<string>, hidden: Expression<string>) =>
  sql<SqlBool>`replace(cast(${hidden} as text), '/' || ${org} || '/', '') = cast(${hidden} as text)`

/** The same for the organization of a row's stack. */
export const isOfVisibleStack = (stackId: Expression<string>, hidden: Expression<string>) =>
  sql<SqlBool>`exists (select 1 from "stacks" as "of" where "of"."id" = ${stackId} and ${isVisible(sql<string>`"of"."org"`, hidden)})`
