import { type StackFilter, type StackPage, type StackSummary, WITHOUT_TAG } from '#contract/stacks.ts'
import { harmOf, needsAttention } from '#domain/health/stackHealth.ts'
import { isSystemTag } from '#domain/systemTags.ts'
import { inOrder } from '#words/order.ts'

const TAG = 'tag:'

/** The user-defined tags, by name. */
export const ownTags = (tags: Readonly<Record<string, string>>): [name: string, value: string][] =>
  Object.entries(tags)
    .filter(([name]) => !isSystemTag(name))
    .toSorted(([a], [b]) => inOrder(a, b))

/** A line of a table has room for this many characters, and the border of a tag takes the room of some. */
const LINE = 28
const BORDER = 4

/** The tags that fit in a line of a table whole, in their order, and the others: half a tag says nothing. */
export function tagsOfLine(tags: Readonly<Record<string, string>>): { shown: Tag[]; rest: Tag[] } {
  let room = LINE
  const shown: Tag[] = []
  const rest: Tag[] = []
  for (const [name, value] of ownTags(tags)) {
    const text = `${name}: ${value}`
    const width = text.length + BORDER
    const fits = width <= room
    if (fits) room -= width
    ;(fits ? shown : rest).push({ name, value, text })
  }
  return { shown, rest }
}

type Tag = { name: string; value: string; text: string }

/** The group of a stack: its project, or its value of the tag; null without the tag. */
export const groupOf = ({ ref, tags }: Pick<StackSummary, 'ref' | 'tags'>, by: string): string | null =>
  by.startsWith(TAG) ? (tags[by.slice(TAG.length)] ?? null) : ref.project

/** The possible groupings: by project, and by each tag in use. */
export function groupings(stacks: readonly Pick<StackSummary, 'tags'>[], present?: string): string[] {
  const names = new Set(stacks.flatMap(({ tags }) => ownTags(tags).map(([name]) => `${TAG}${name}`)))
  if (present?.startsWith(TAG)) names.add(present)
  return ['project', ...[...names].toSorted()]
}

export const groupingName = (by: string): string => `By ${by.startsWith(TAG) ? by.slice(TAG.length) : by}`

type Group = StackPage['groups'][number]

export const stacksIn = ({ healthCounts }: Pick<Group, 'healthCounts'>): number =>
  healthCounts.reduce((sum, { count }) => sum + count, 0)

export const needingIn = ({ healthCounts }: Group): number =>
  healthCounts.reduce((sum, { health, count }) => sum + (needsAttention(health) ? count : 0), 0)

/** The groups with the worst health first, as the stacks in their list; then those with the most stacks that need attention. */
export const worstGroupFirst = (groups: readonly Group[]): Group[] =>
  groups.toSorted((a, b) => worstIn(a) - worstIn(b) || needingIn(b) - needingIn(a))

/** The severity of the worst health; of the server's counts it is the first. */
const worstIn = ({ healthCounts: [worst] }: Group): number =>
  worst !== undefined && needsAttention(worst.health) ? harmOf(worst.health) : Infinity

/** The name of a group in a list of groups: `shop`, `team: web`, `without team`. */
export const groupLabel = (name: string | null, by: string): string => {
  if (!by.startsWith(TAG)) return name ?? 'no project'
  const tag = by.slice(TAG.length)
  return name === null ? `without ${tag}` : `${tag}: ${name}`
}

/** The filter that leaves only this group. */
export const onlyGroup = (name: string | null, by: string): Pick<StackFilter, 'project' | 'tag'> => {
  if (!by.startsWith(TAG)) return { project: name ?? undefined }
  const tag = by.slice(TAG.length)
  return { tag: name === null ? `${WITHOUT_TAG}${tag}` : `${tag}=${name}` }
}

/** A tag filter in words: `team=web`, `without team`. */
export const tagWords = (tag: string): string =>
  tag.startsWith(WITHOUT_TAG) ? `without ${tag.slice(WITHOUT_TAG.length)}` : tag
