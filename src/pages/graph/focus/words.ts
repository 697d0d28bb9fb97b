import { countedKind } from '#domain/graphLayout/groups/kinds.ts'
import { type Bundle, isGroup } from '#domain/graphQueries/bundles.ts'
import type { Question } from '#domain/graphQueries/reach.ts'
import { type Relation, relationsIn } from '#domain/graphQueries/relationKinds.ts'
import type { Entries } from '#src/features/resources/entries.ts'
import { counted, list, number } from '#words/counts.ts'

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

/** Which way a relation is read: of what the other resource needs, or of what needs the other one. */
export type Side = 'needs' | 'neededBy'

/** `property, parent`; of a resource that needs the other one `property, child`. */
export const relationsText = (bits: number, side: Side = 'needs'): string =>
  relationsIn(bits)
    .map((relation) => (relation === 'parent' && side === 'neededBy' ? 'child' : relationWords[relation]))
    .join(', ')

/** The resources of a blast radius need the one through which they are reached, or are needed by it. */
export const sideOf = (question: Question): Side => (question === 'needs' ? 'needs' : 'neededBy')

/** What a resource is to another one, before the name of that. */
const TO_ANOTHER = {
  needs: {
    property: 'gives an output to',
    dependency: 'required by',
    parent: 'parent of',
    provider: 'provider of',
    deletedWith: 'deleted together with',
    replaceWith: 'replaced together with',
  },
  neededBy: {
    property: 'uses an output of',
    dependency: 'depends on',
    parent: 'child of',
    provider: 'managed by provider',
    deletedWith: 'deleted with',
    replaceWith: 'replaced with',
  },
} as const satisfies Record<Side, Record<Relation, string>>

/** `child of network`, `uses an output of and depends on main`. */
export const throughText = (bits: number, name: string, side: Side): string =>
  `${list(relationsIn(bits).map((relation) => TO_ANOTHER[side][relation]))} ${name}`

/** The label of a card: the resource's name, or `12 subnets`, or `37 of 9 types`. */
export function bundleName(bundle: Bundle, { names, typeOf }: Pick<Entries, 'names' | 'typeOf'>): string {
  const [first = -1] = bundle.members
  if (!isGroup(bundle)) return names[first] ?? ''
  if (bundle.type !== undefined) return countedKind(bundle.members.length, bundle.type)
  return `${number(bundle.members.length)} more of ${counted(new Set(bundle.members.map(typeOf)).size, 'type')}`
}
