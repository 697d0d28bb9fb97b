import { countedKind } from '#domain/graphLayout/groups/kinds.ts'
import { type Bundle, isGroup } from '#domain/graphQueries/bundles.ts'
import { type Relation, relationsIn } from '#domain/graphQueries/relationKinds.ts'
import type { Entries } from '#src/features/resources/entries.ts'
import { counted, number } from '#words/counts.ts'

/** Relations in the words of programs and states. */
export const relationWords = {
  property: 'property',
  dependency: 'dependsOn',
  parent: 'parent',
  provider: 'provider',
  deletedWith: 'deletedWith',
  replaceWith: 'replaceWith',
} as const satisfies Record<Relation, string>

/** The tooltip of a relation. */
export const relationMeanings = {
  property: 'An input uses one of its outputs',
  dependency: 'The program says dependsOn: it waits for it',
  parent: 'It is inside of it',
  provider: 'It is managed through this provider',
  deletedWith: 'It is deleted together with that, without a separate call',
  replaceWith: 'It is replaced when that is replaced',
} as const satisfies Record<Relation, string>

/** `property, parent`. */
export const relationsText = (bits: number): string =>
  relationsIn(bits)
    .map((relation) => relationWords[relation])
    .join(', ')

/** The label of a card: the resource's name, or `12 subnets`, or `37 of 9 types`. */
export function bundleName(bundle: Bundle, { names, typeOf }: Pick<Entries, 'names' | 'typeOf'>): string {
  const [first = -1] = bundle.members
  if (!isGroup(bundle)) return names[first] ?? ''
  if (bundle.type !== undefined) return countedKind(bundle.members.length, bundle.type)
  return `${number(bundle.members.length)} more of ${counted(new Set(bundle.members.map(typeOf)).size, 'type')}`
}
