import pg from 'pg'
import { StoreUnavailableError } from '#server/store/port.ts'
import { UniqueViolationError } from '../sql/session.ts'

const UNIQUE_VIOLATION = '23505'

/** Errors that a person can fix, by the beginning of the SQLSTATE. */
const REASONS: readonly [RegExp, string][] = [
  [/^(08|57P0)/, 'the connection to it was lost'],
  [/^28/, 'it refuses this user or password'],
  [/^3D000/, 'there is no database of this name'],
  [/^(42501|0A000|25006)/, 'it may not be written'],
  [/^53100/, 'its disk is full'],
  [/^53300/, 'it has no connection to spare'],
  [/^53/, 'it is short of memory or disk'],
  [/^(55P03|40001|40P01)/, 'another writer holds it'],
  [/^(57014|25P0[34])/, 'it did not answer in time'],
  [/^(58|XX00[12])/, 'reading or writing its files failed'],
]

/** Whatever ends a connection. */
const REFUSED = 'it takes no connection'

/** Worth trying again soon: no one has to change anything for it to go away. */
const PASSING = /^(08|53|55P03|57P0[1-3])/

const codeOf = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? (error.code ?? '') : undefined

/** Whether the connection is gone, so that the result of the last statement is unknown. */
export const isLost = (error: unknown): boolean => /^(08|57P0)/.test(codeOf(error) ?? '08')

/** Whether opening may succeed by itself a moment later: a database that is starting, a network that comes up. */
export const isPassing = (error: unknown): boolean => PASSING.test(codeOf(error) ?? '08')

/**
 * What the driver threw, as the port's errors. Whatever has no SQLSTATE comes from the network. Neither the address of
 * the database nor its password is part of a message.
 */
export function asStoreError(error: unknown): unknown {
  if (error instanceof StoreUnavailableError || error instanceof UniqueViolationError) return error
  if (error instanceof UnsafeNumberError) return error
  const code = codeOf(error)
  if (code === undefined) {
    const name = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    return new StoreUnavailableError(`The database cannot be reached now${name}.`, { cause: error })
  }
  const { constraint, severity } = error as pg.DatabaseError // else it had no code
  if (code === UNIQUE_VIOLATION && constraint?.endsWith('_pkey') !== true) {
    return new UniqueViolationError('a rule of uniqueness was broken', { cause: error })
  }
  const reason = REASONS.find(([codes]) => codes.test(code))?.[1] ?? (severity === 'FATAL' ? REFUSED : undefined)
  if (reason === undefined) return error
  return new StoreUnavailableError(`The database cannot be used now: ${reason} (${code}).`, { cause: error })
}

/** A stored number that JavaScript cannot hold: not one of ours, and never rounded silently. */
export class UnsafeNumberError extends Error {}
