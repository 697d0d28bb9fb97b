/** Sibling resources, with the dependencies between them as pairs of indexes into the list. */
export type Siblings = { members: Int32Array; from: Int32Array; to: Int32Array }

/** A grouping: the group of each sibling (-1 for none), and the groups' titles. */
export type Partition = { part: Int32Array; titles: string[] }
