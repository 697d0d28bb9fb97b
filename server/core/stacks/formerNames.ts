import type { Deps } from '../../deps.ts'
import { DomainError, isRefused } from '../../errors.ts'
import type { Reader } from '../../store/port.ts'
import type { StackName, StackRow } from '../../store/port/stacks.ts'
import { type Roles } from '../access/rights.ts'
import { readVisible } from '../access/visible.ts'
import { fullName, isName, nameOf } from './names.ts'

/** Actions after which a stack may no longer have the name that it had. */
const LEFT = ['stack.rename', 'stack.transfer', 'stack.delete'] as const

/**
 * The live stack that had this name last and was renamed, moved, or restored under another name since, by the audit
 * log. Only for names that no live stack has; readers are told, and writes are never redirected.
 */
export async function nowCalled(reader: Reader, former: StackName): Promise<StackRow | undefined> {
  const stack = fullName(former)
  const entries = await Promise.all(LEFT.map((action) => reader.audit({ stack, action, limit: 1 })))
  const [last] = entries.flat().toSorted((a, b) => b.id - a.id)
  const row = last?.stackId ? await reader.stackById(last.stackId) : undefined
  return row !== undefined && row.deletedAt === null && fullName(row) !== stack ? row : undefined
}

/** An error; if it is that there is no such stack, with the present name of the one that the user may see. */
export async function withPresentName(deps: Pick<Deps, 'store'>, user: Roles, error: unknown): Promise<unknown> {
  if (!isRefused(error, 'noSuchStack')) return error
  const { name } = error.refusal
  if (name === null || !isName(name.project) || !isName(name.name)) return error
  const renamed = await readVisible(deps, user, (reader) => nowCalled(reader, name))
  return renamed ? new DomainError({ kind: 'noSuchStack', name, nowCalled: nameOf(renamed) }) : error
}
