/** Organizations that the caller may not see: their stacks are left out. */
export type HiddenOrgs = readonly string[] | undefined
