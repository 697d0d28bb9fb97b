import { Health, type StackFilter, WITHOUT_TAG } from '#contract/stacks.ts'
import { needsAttention } from '#domain/health/stackHealth.ts'
import type { StackPageFilter } from '../../store/port/stacks.ts'
import type { TagFilter } from '../../store/port/tagFilter.ts'

export const NEEDS_ATTENTION: readonly Health[] = Health.options.filter(needsAttention)

/** Converts a filter of the console to one of the store. */
export function filterOf({
  health,
  tag,
  search,
  group,
  page: _page,
  runs: _runs,
  ...passedOn
}: StackFilter): Omit<StackPageFilter, 'now' | 'notProgressingAfterS' | 'limit' | 'offset'> {
  const words = (search ?? '').split(/\s+/).filter(Boolean)
  return {
    ...passedOn,
    ...(health !== undefined && { healthIn: health === 'attention' ? NEEDS_ATTENTION : [health] }),
    ...(tag !== undefined &&
      (tag.startsWith(WITHOUT_TAG) ? { withoutTag: tag.slice(WITHOUT_TAG.length) } : { tag: tagOf(tag) })),
    ...(words.length > 0 && { words }),
    ...(group !== undefined && { groupBy: group === 'project' ? group : { tag: group.slice('tag:'.length) } }),
  }
}

/** Parses a tag filter: `pulumi:project`, or with a value `env=prod`. */
export function tagOf(tag: string): TagFilter {
  const split = tag.indexOf('=')
  return split < 0 ? { name: tag } : { name: tag.slice(0, split), value: tag.slice(split + 1) }
}
