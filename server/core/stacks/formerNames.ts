import type { StackRef } from '#contract/common.ts'
import { parseFullName } from '#domain/stackName.ts'
import type { Reader } from '../../store/port.ts'
import type { StackName, StackRow } from '../../store/port/stacks.ts'
import { fullName, isName } from './names.ts'

/** Maximum number of entries of the audit log that are read for each action. */
const MAX_ENTRIES = 1000

/** Actions after which a stack may no longer have the name that it had. */
const LEFT = ['stack.rename', 'stack.transfer', 'stack.delete'] as const

/**
 * The live stack that had this name last and was renamed, moved, or restored under another name since, by the audit
 * log. Only for names that no live stack has; readers are told, and writes are never redirected.
 */
export async function nowCalled(reader: Reader, former: StackName): Promise<StackRow | undefined> {
  if (!isName(former.project) || !isName(former.name)) return undefined // no database takes every text
  const stack = fullName(former)
  const entries = await Promise.all(LEFT.map((action) => reader.audit({ stack, action, limit: 1 })))
  const [last] = entries.flat().toSorted((a, b) => b.id - a.id)
  const row = last?.stackId ? await reader.stackById(last.stackId) : undefined
  return row !== undefined && row.deletedAt === null && fullName(row) !== stack ? row : undefined
}

/** The deletion of the stack that was the last one with this name, if it can be restored. */
export async function deletionOf(reader: Reader, stack: string): Promise<{ at: number; by: string } | undefined> {
  const [last] = await reader.audit({ stack, action: 'stack.delete', limit: 1 })
  const row = last?.stackId ? await reader.stackById(last.stackId) : undefined
  if (!last || !row || row.deletedAt === null || row.backendId !== null || fullName(row) !== stack) return undefined
  return { at: row.deletedAt, by: last.login ?? '' }
}

/** A name that a stack had, and when it may have got another one. */
export type FormerName = { until: number; name: StackRef }

/** The names that a stack had, by the audit log, oldest first. */
export async function formerNames(reader: Reader, stack: StackRow): Promise<FormerName[]> {
  const entries = await Promise.all(
    LEFT.map((action) => reader.audit({ stackId: stack.id, action, limit: MAX_ENTRIES })),
  )
  return entries
    .flat()
    .toSorted((a, b) => a.id - b.id)
    .flatMap(({ at, stack: former }) => {
      const name = parseFullName(former ?? '')
      return name ? [{ until: at, name }] : []
    })
}
