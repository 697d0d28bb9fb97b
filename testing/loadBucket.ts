import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/**
 * A folder of a self-managed backend as CLI 3.260 left it, by path: of project `webshop` the stacks `prod` (its fourth
 * update was killed while it created: lock and five pending operations are there), `staging` (well) and `old` (destroyed,
 * not removed); of history and backups the newest of each. The passphrase of its secrets is `correct-horse`.
 */
export function loadBucket(): Record<string, string> {
  const packed = readFileSync(new URL('../fixtures/diyBucket.json.gz', import.meta.url))
  return JSON.parse(gunzipSync(packed).toString()) as Record<string, string> // texts by path, written so
}
