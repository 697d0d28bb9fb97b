import { isObject } from '../json/jsonObject.ts'
import type { Effect } from '#contract/recoveries.ts'
import type { Resource } from '../state/checkpoint.ts'
import { sameJson } from '../json/sameJson.ts'
import { isSecret, maskResource } from '../state/secrets.ts'

type PropertyDiff = Effect['diffs'][number]['properties'][number]

/** Most differences that are told of one entry. */
const MOST = 200

/** What differs between two entries, as `outputs.etag` or `dependencies[2]`; secrets are masked and only said to differ. */
export function entryDiff(before: Resource, after: Resource): PropertyDiff[] {
  const found: PropertyDiff[] = []
  walk(before, after, maskResource(before), maskResource(after), '', found)
  return found
}

/** The unmasked pair decides whether something differs, the masked one is what is told. */
function walk(
  was: unknown,
  is: unknown,
  shownWas: unknown,
  shownIs: unknown,
  path: string,
  found: PropertyDiff[],
): void {
  if (found.length >= MOST || sameJson(was, is)) return
  const isMasked = isSecret(shownWas) || isSecret(shownIs)
  if (!isMasked && isObject(shownWas) && isObject(shownIs) && isObject(was) && isObject(is)) {
    for (const key of new Set([...Object.keys(shownWas), ...Object.keys(shownIs)])) {
      const next = /^[A-Za-z_$][\w$]*$/.test(key)
        ? path === ''
          ? key
          : `${path}.${key}`
        : `${path}[${JSON.stringify(key)}]`
      walk(was[key], is[key], shownWas[key], shownIs[key], next, found)
    }
    return
  }
  found.push({ path, was: shownWas ?? null, is: shownIs ?? null })
}
