import type { StackFilter } from '#contract/stacks.ts'
import type { StackPageFilter, TagFilter } from '../../store/port/stacks.ts'

/** A filter of the console as stores take it. */
export function filterOf({
  org,
  project,
  health,
  tag,
  search,
  sort,
}: StackFilter): Omit<StackPageFilter, 'now' | 'limit' | 'offset'> {
  const words = (search ?? '').split(/\s+/).filter(Boolean)
  return {
    ...(org !== undefined && { org }),
    ...(project !== undefined && { project }),
    ...(health !== undefined && { healths: [health] }),
    ...(tag !== undefined && { tag: tagOf(tag) }),
    ...(words.length > 0 && { words }),
    sort,
  }
}

/** `pulumi:project`, or with a value `env=prod`. */
function tagOf(tag: string): TagFilter {
  const split = tag.indexOf('=')
  return split < 0 ? { name: tag } : { name: tag.slice(0, split), value: tag.slice(split + 1) }
}
