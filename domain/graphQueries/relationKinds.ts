import { EDGE_KIND } from '#contract/resources.ts'

/** The kinds of relation between two resources, as bits, so that a pair with several kinds is one relation. */
export const RELATION = {
  dependency: 1 << EDGE_KIND.dependency,
  property: 1 << EDGE_KIND.property,
  deletedWith: 1 << EDGE_KIND.deletedWith,
  replaceWith: 1 << EDGE_KIND.replaceWith,
  parent: 1 << 4,
  provider: 1 << 5,
} as const
export type Relation = keyof typeof RELATION

/** The display order: strongest first. */
export const RELATIONS = ['property', 'dependency', 'parent', 'provider', 'deletedWith', 'replaceWith'] as const

export const ALL_RELATIONS = RELATIONS.reduce((bits, relation) => bits | RELATION[relation], 0)

/** The relations in a set of bits, strongest first. */
export const relationsIn = (bits: number): Relation[] =>
  RELATIONS.filter((relation) => (bits & RELATION[relation]) !== 0)
