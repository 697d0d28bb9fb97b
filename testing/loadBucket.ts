import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'

/**
 * The files of a self-managed backend as left by CLI 3.260, by path: of project `webshop` the stacks `prod` (its fourth
 * update was killed during creates: with lock and five pending operations), `staging` (healthy) and `old` (destroyed,
 * not removed); the newest history and backup file of each. The passphrase of its secrets is `correct-horse`.
 */
export function loadBucket(): Record<string, string> {
  const packed = readFileSync(path.join(import.meta.dirname, '../fixtures/diyBucket.json.gz'))
  return JSON.parse(gunzipSync(packed).toString()) as Record<string, string> // a record of texts by path
}
