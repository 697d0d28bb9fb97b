import { type Kysely, sql } from 'kysely'
import { type Args, prepared, type Session } from './session.ts'
import { each, raw } from './statement.ts'
import type { Tables } from './tables.ts'

type Patched = 'backends' | 'stacks' | 'states' | 'updates' | 'tokens' | 'users' | 'untracked' | 'alarms' | 'approvals'

/** Updates the columns of a patch; its arguments are their values and `id`. */
export const patchStatement = (db: Kysely<Tables>) =>
  each((table: Patched, ...columns: string[]) =>
    prepared((args: Args<Record<string, string>>) => {
      const values = columns.map((column) => sql`${sql.ref(column)} = ${args(column)}`)
      return raw(db, sql`update ${sql.table(table)} set ${sql.join(values)} where ${sql.ref('id')} = ${args('id')}`)
    }),
  )

/** Changes columns of a row, which must exist. */
export async function patchRow(
  session: Session,
  statement: ReturnType<typeof patchStatement>,
  { table, id }: { table: Patched; id: string },
  stored: object,
): Promise<void> {
  const columns = Object.keys(stored)
  if (columns.length === 0) return
  const args = { ...stored, id } as Record<string, string> // the arguments of exactly this statement
  if ((await session.run(statement(table, ...columns), args)) !== 1)
    throw new Error(`there is no row ${id} in ${table}`)
}
