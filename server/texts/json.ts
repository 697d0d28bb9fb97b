import type { z } from 'zod'
import { DomainError } from '../errors.ts'
import { fit } from './fit.ts'

/** Parses JSON (UTF-8); an empty body is an empty object. */
export function jsonOf(bytes: Uint8Array): unknown {
  try {
    return bytes.byteLength === 0 ? {} : JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new DomainError({ kind: 'notJson' })
  }
}

/** Returns the parts of a parsed body on which the server relies; throws if they do not fit. */
export function fitted<Schema extends z.ZodType>(json: unknown, schema: Schema): z.output<Schema> {
  const result = fit(schema, json)
  if ('data' in result) return result.data
  const { where, message } = result.fault
  throw new DomainError({ kind: 'doesNotFit', where, problem: message })
}
