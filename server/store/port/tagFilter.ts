/** Selects stacks with a tag, of any value or of this one. */
export type TagFilter = { name: string; value?: string }
