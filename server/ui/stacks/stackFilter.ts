import { Health, type StackFilter } from '#contract/stacks.ts'
import { harmOf } from '#domain/health/stackHealth.ts'
import type { StackPageFilter, TagFilter } from '../../store/port/stacks.ts'

/** Health severe enough for the home page. */
export const NEEDS_ATTENTION: readonly Health[] = Health.options.filter((health) => harmOf(health) < harmOf('running'))

/** Converts a filter of the console to one of the store. */
export function filterOf({
  org,
  project,
  health,
  tag,
  search,
  group,
  sort,
}: StackFilter): Omit<StackPageFilter, 'now' | 'silentAfterS' | 'limit' | 'offset'> {
  const words = (search ?? '').split(/\s+/).filter(Boolean)
  return {
    ...(org !== undefined && { org }),
    ...(project !== undefined && { project }),
    ...(health !== undefined && { healthIn: health === 'attention' ? NEEDS_ATTENTION : [health] }),
    ...(tag !== undefined && { tag: tagOf(tag) }),
    ...(words.length > 0 && { words }),
    ...(group !== undefined && { groupBy: group === 'project' ? group : { tag: group.slice('tag:'.length) } }),
    sort,
  }
}

/** Parses a tag filter: `pulumi:project`, or with a value `env=prod`. */
export function tagOf(tag: string): TagFilter {
  const split = tag.indexOf('=')
  return split < 0 ? { name: tag } : { name: tag.slice(0, split), value: tag.slice(split + 1) }
}
