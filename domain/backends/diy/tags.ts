import { isObject, valueOf } from '../../json/jsonObject.ts'

/**
 * The tags of a stack in a self-managed backend, `{"version": 1, "tags": {…}}`. With another version the CLI refuses
 * every update and preview of the stack, as with a file that it cannot read.
 */
export type TagsFile = { ok: true; tags: Record<string, string> } | { ok: false; why: 'version' | 'broken' }

/** A larger file holds no tags. */
export const MAX_TAGS_BYTES = 256 * 1024

export function parseTags(text: string): TagsFile {
  if (text.length > MAX_TAGS_BYTES) return { ok: false, why: 'broken' }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { ok: false, why: 'broken' }
  }
  if (!isObject(json)) return { ok: false, why: 'broken' }
  if (valueOf(json, 'version') !== 1) return { ok: false, why: 'version' }
  const tags = valueOf(json, 'tags') ?? {}
  if (!isObject(tags)) return { ok: false, why: 'broken' }
  const entries = Object.entries(tags).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return { ok: true, tags: Object.fromEntries(entries) }
}
