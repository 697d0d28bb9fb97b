/**
 * An error answered to the CLI. The body's `code` must equal the HTTP status, or the CLI forgets the status
 * (docs/protocol.md, Answers and errors).
 */
export class CliError extends Error {
  readonly status: number
  readonly headers: Record<string, string>
  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}

export const notFound = (what: string) => new CliError(404, `Not Found: ${what}`)
export const badRequest = (what: string) => new CliError(400, `Bad Request: ${what}`)
export const conflict = (what: string) => new CliError(409, `Conflict: ${what}`)
export const forbidden = (what: string) => new CliError(403, `Forbidden: ${what}`)
export const tooLarge = (what: string) => new CliError(413, `Request Entity Too Large: ${what}`)
/** `why`: the feature that is missing, if that is the reason. */
export const methodNotAllowed = (allow: string, why?: string) =>
  new CliError(405, `Method Not Allowed: ${why ?? `this address takes ${allow}.`}`, { Allow: allow })
export const unauthorized = () => new CliError(401, 'Unauthorized: No credentials provided or are invalid.')
