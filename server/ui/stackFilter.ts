import type { StackFilter, StackSummary } from '#contract/stacks.ts'
import { byActivity, byHarm } from './summary.ts'

const nameOf = ({ ref }: StackSummary) => `${ref.org}/${ref.project}/${ref.stack}`

const byName = (a: StackSummary, b: StackSummary) => {
  const [left, right] = [nameOf(a), nameOf(b)]
  return left < right ? -1 : left > right ? 1 : 0
}

const ORDER = {
  name: byName,
  activity: (a, b) => byActivity(a, b) || byName(a, b),
  resources: (a, b) => b.resourceCount - a.resourceCount || byName(a, b),
  health: (a, b) => byHarm(a, b) || byName(a, b),
} as const satisfies Record<StackFilter['sort'], (a: StackSummary, b: StackSummary) => number>

/** `pulumi:project`, or with a value `env=prod`. */
function hasTag({ tags }: StackSummary, tag: string): boolean {
  const split = tag.indexOf('=')
  if (split < 0) return Object.hasOwn(tags, tag)
  const name = tag.slice(0, split)
  return Object.hasOwn(tags, name) && tags[name] === tag.slice(split + 1)
}

/** Every word of a search must be somewhere in the name, the tags or the health. */
function matcher(search: string | undefined): (stack: StackSummary) => boolean {
  const words = (search ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  return (stack) => {
    const tags = Object.entries(stack.tags).map(([name, value]) => `${name}=${value}`)
    const text = [nameOf(stack), ...tags, stack.health].join('\n').toLowerCase()
    return words.every((word) => text.includes(word))
  }
}

/** The stacks that a filter lets through, in its order. */
export function filterStacks(stacks: readonly StackSummary[], filter: StackFilter): StackSummary[] {
  const { org, project, health, tag } = filter
  const matches = matcher(filter.search)
  return stacks
    .filter((stack) => org === undefined || stack.ref.org === org)
    .filter((stack) => project === undefined || stack.ref.project === project)
    .filter((stack) => health === undefined || stack.health === health)
    .filter((stack) => tag === undefined || hasTag(stack, tag))
    .filter(matches)
    .toSorted(ORDER[filter.sort])
}
