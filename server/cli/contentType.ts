import type { MiddlewareHandler } from 'hono'
import { CliError } from './cliError.ts'

/** `application/json`, or a type that is written as JSON, with any parameters. */
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

/**
 * Refuses a write whose body calls itself something else than JSON. The CLI names JSON on every call; a body without a
 * type is taken for it, as HTTP allows: a browser's form always names its own.
 */
export const jsonOnly: MiddlewareHandler = async ({ req }, next) => {
  const type = req.header('content-type')
  if (type !== undefined && req.method !== 'GET' && req.method !== 'HEAD' && !JSON_TYPE.test(type)) {
    throw new CliError(415, 'Unsupported Media Type: send the body as JSON, with Content-Type application/json.')
  }
  await next()
}
