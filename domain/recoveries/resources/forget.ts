import { plural } from '#words/counts.ts'
import type { Resource } from '../../state/checkpoint.ts'
import { urnName } from '../../state/urn.ts'
import { dependentsOf, listed } from '../../edits/deleteResources.ts'

/**
 * Removes the entries of pending deletes, like `pulumi state delete`: the cloud is not touched. From the end of the
 * list to its start, so that dependents that are removed too are no obstacle. Refused if another entry depends on one,
 * if it is protected, or if the entry is ambiguous.
 */
export function forgetEntries(
  resources: Resource[],
  targets: Resource[],
): { ok: true; resources: Resource[]; removed: Resource[] } | { ok: false; reason: string } {
  const indexes = new Set<number>()
  for (const target of targets) {
    const same = options(resources, target)
    if (same.length > 1)
      return {
        ok: false,
        reason: `Several entries have the URN of ${urnName(target.urn)}: it is unclear which one is gone.`,
      }
    for (const index of same) indexes.add(index)
  }
  let rest = resources
  const removed: Resource[] = []
  for (const index of [...indexes].toSorted((a, b) => b - a)) {
    const entry = rest[index]
    if (!entry) continue
    if (entry.protect)
      return { ok: false, reason: `${urnName(entry.urn)} is protected. Unprotect it before you remove it.` }
    const dependents = dependentsOf(rest, new Set([index])).flatMap((at) => rest[at]?.urn ?? [])
    if (dependents.length > 0) {
      return {
        ok: false,
        reason: `${urnName(entry.urn)} can’t be removed: ${listed(dependents)} ${plural(dependents.length, 'depends', 'depend')} on it.`,
      }
    }
    removed.unshift(entry)
    rest = rest.toSpliced(index, 1)
  }
  return { ok: true, resources: rest, removed }
}

/**
 * Entries with the URN and id of the operation's resource, preferably with the same `delete` flag: the live entry is never
 * the one of an old resource, which may have had the same id.
 */
function options(resources: Resource[], target: Resource): number[] {
  const same = resources.flatMap((entry, index) =>
    entry.urn === target.urn && (entry.id ?? '') === (target.id ?? '') ? [index] : [],
  )
  const alike = same.filter((index) => Boolean(resources[index]?.delete) === Boolean(target.delete))
  return alike.length > 0 || target.delete ? alike : same
}
