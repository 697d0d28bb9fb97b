import type { Resource } from '#domain/state/checkpoint.ts'
import { edgesOf, providerOf } from '#domain/edits/references.ts'

/**
 * The URNs that `pulumi destroy --target … --target-dependents` selects, by the engine's rule (`getTargetDependents` in
 * its step generator, 3.260): from the first entry of each target, one pass over the later entries of the list adds the
 * URN of each that names a URN found so far; a provider is named by its URN, whatever the ID.
 */
export function targetDependents(resources: readonly Resource[], targets: ReadonlySet<string>): Set<string> {
  const selected = new Set<string>()
  const frontier = [...resources.entries()].filter(([, { urn }]) => targets.has(urn)).map(([at]) => at)
  for (let next = frontier.shift(); next !== undefined; next = frontier.shift()) {
    const urn = resources[next]?.urn ?? ''
    if (selected.has(urn)) continue
    selected.add(urn)
    const found = new Set([urn])
    for (const [at, entry] of resources.entries()) {
      if (at <= next || selected.has(entry.urn)) continue
      const names = [...edgesOf(entry).map(({ target }) => target), providerOf(entry)?.urn ?? '']
      if (!names.some((name) => found.has(name))) continue
      found.add(entry.urn)
      frontier.push(at)
    }
  }
  return selected
}
