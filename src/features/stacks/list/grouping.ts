import type { StackSummary } from '#contract/stacks.ts'

const TAG = 'tag:'

/** Tags that every stack has, set by the CLI: they say nothing in a list. */
const isSystem = (name: string): boolean => /^(pulumi|gitHub|vcs|git):/.test(name)

/** The tags that people set, by name. */
export const ownTags = (tags: Readonly<Record<string, string>>): [name: string, value: string][] =>
  Object.entries(tags)
    .filter(([name]) => !isSystem(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))

/** The group that a stack is in: its project, or its value of the tag; null without the tag. */
export const groupOf = ({ ref, tags }: Pick<StackSummary, 'ref' | 'tags'>, by: string): string | null =>
  by.startsWith(TAG) ? (tags[by.slice(TAG.length)] ?? null) : ref.project

/** What stacks can be grouped by: their projects, and the tags that these have. */
export function groupings(
  stacks: readonly Pick<StackSummary, 'tags'>[],
  present?: string,
): { value: string; label: string }[] {
  const names = new Set(stacks.flatMap(({ tags }) => ownTags(tags).map(([name]) => `${TAG}${name}`)))
  if (present?.startsWith(TAG)) names.add(present)
  return [
    { value: '', label: 'No groups' },
    { value: 'project', label: 'By project' },
    ...[...names].toSorted().map((value) => ({ value, label: `By ${value.slice(TAG.length)}` })),
  ]
}
