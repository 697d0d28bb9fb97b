import { writeSync } from 'node:fs'
import { openSqliteStore } from '#server/adapters/sqlite/sqlite.ts'

/**
 * The second process of `sqlite.test.ts`: `node sqliteChild.ts FILE append|raise`. It prints the number of each write
 * as soon as it was acknowledged, synchronously, so that a kill cannot lose the line.
 */
const [file = '', task] = process.argv.slice(2)
const store = await openSqliteStore({ path: file, clock: Date.now })
const writes = task === 'append' ? Infinity : 100

for (let count = 1; count <= writes; count++) {
  await store.write(async (writer) => {
    const stack = await writer.lockStack('stack-1')
    if (task === 'append') {
      const rows = Array.from({ length: 10 }, (_, index) => (count - 1) * 10 + index + 1)
      await writer.appendJournal(
        'update-1',
        rows.map((sequenceID) => ({ sequenceID, operationID: sequenceID, kind: 0, text: 'x'.repeat(500) })),
        count,
      )
    } else {
      await writer.patchStack('stack-1', { version: (stack?.version ?? 0) + 1 })
    }
  })
  writeSync(1, `${count}\n`)
}
await store.close()
