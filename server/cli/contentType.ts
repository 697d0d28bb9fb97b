import type { MiddlewareHandler } from 'hono'
import { CliError } from './cliError.ts'

/** Matches `application/json` and types with the suffix `+json`, with any parameters. */
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

/**
 * Refuses a write whose content type is not JSON. The CLI sends the type on every call; a body without a type is
 * treated as JSON, as HTTP allows: a browser's form always sends its own.
 */
export const jsonOnly: MiddlewareHandler = async ({ req }, next) => {
  const type = req.header('content-type')
  if (type !== undefined && req.method !== 'GET' && req.method !== 'HEAD' && !JSON_TYPE.test(type)) {
    throw new CliError(415, 'Unsupported Media Type: send the body as JSON, with Content-Type application/json.')
  }
  await next()
}
