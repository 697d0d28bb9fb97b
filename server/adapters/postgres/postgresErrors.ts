import pg from 'pg'
import { StoreUnavailableError } from '#server/store/port.ts'
import { UniqueViolationError } from '../sql/session.ts'

const UNIQUE_VIOLATION = '23505'

/** Errors that an operator can fix, by the first characters of the SQLSTATE. */
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

/** The reason for every code that ends or refuses a connection. */
const REFUSED = 'it takes no connection'

/** Codes of transient errors, which a retry may resolve without intervention. */
const TRANSIENT = /^(08|53|55P03|57P0[1-3])/

const codeOf = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? (error.code ?? '') : undefined

/** Whether the connection was lost, so that the result of the last statement is unknown. */
export const isLost = (error: unknown): boolean => /^(08|57P0)/.test(codeOf(error) ?? '08')

/** Whether opening may succeed a moment later: the database is starting, or the network is coming up. */
export const isTransient = (error: unknown): boolean => TRANSIENT.test(codeOf(error) ?? '08')

/**
 * Translates an error of the driver into the port's errors. One without a SQLSTATE comes from the network. Messages
 * contain neither the database's address nor its password.
 */
export function asStoreError(error: unknown): unknown {
  if (error instanceof StoreUnavailableError || error instanceof UniqueViolationError) return error
  if (error instanceof UnsafeNumberError) return error
  const code = codeOf(error)
  if (code === undefined) {
    const name = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    return new StoreUnavailableError(`The database cannot be reached now${name}.`, { cause: error })
  }
  const { constraint, severity } = error as pg.DatabaseError // otherwise it would have no code
  if (code === UNIQUE_VIOLATION && constraint?.endsWith('_pkey') !== true) {
    return new UniqueViolationError('a rule of uniqueness was broken', { cause: error })
  }
  const reason = REASONS.find(([codes]) => codes.test(code))?.[1] ?? (severity === 'FATAL' ? REFUSED : undefined)
  if (reason === undefined) return error
  return new StoreUnavailableError(`The database cannot be used now: ${reason} (${code}).`, { cause: error })
}

/**
 * A stored number that JavaScript cannot represent exactly; this server never writes one, and none is rounded silently.
 */
export class UnsafeNumberError extends Error {}
