/**
 * What the CLI is answered when something is refused. The body's `code` must equal the HTTP status, or the CLI
 * forgets the status (docs/protocol.md, Answers and errors).
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
export const methodNotAllowed = (allow: string) =>
  new CliError(405, `Method Not Allowed: this address takes ${allow}.`, { Allow: allow })
export const badRequest = (what: string) => new CliError(400, `Bad Request: ${what}`)

/** Tools match this sentence to the letter (docs/protocol.md, Answers and errors). */
export const CONFLICT = 'Conflict: Another update is currently in progress.'
export const TOKEN_EXPIRED = 'The provided update token has expired.'
export const NOT_STARTED = 'The Update has not started'
export const CANCELLED = 'The Update has been cancelled'
export const COMPLETED = 'The Update has already completed'
/** `pulumi cancel` shows it after the status (docs/protocol.md, Cancel). */
export const CANCEL_COMPLETED = 'Conflict: The Update has already completed'
export const NO_PREVIEW_CHECKPOINT = 'Updating the checkpoint is not permitted for preview operations.'
/** To a client whose right to run its update ended while it ran: it stops, as for every 403 on its lease. */
export const revoked = (tokenName: string | null) =>
  new CliError(
    403,
    `Forbidden: The access token${tokenName === null ? '' : ` “${tokenName}”`} that this update was started with was revoked or has expired, or its user may not run updates here any more, so nothing more is applied. ` +
      'What was sent is kept as evidence. Log in with another token and open the stack in the console: Recover shows what is left to do.',
  )
export const UNAUTHORIZED = 'Unauthorized: No credentials provided or are invalid.'

/** Somebody holds the stack's lease. */
export class LeaseHeldError extends Error {
  readonly holderId: string
  constructor(holderId: string) {
    super(CONFLICT)
    this.holderId = holderId
  }
}

/** The state moved since somebody read it. */
export class StaleBasisError extends Error {
  readonly current: { version: number; hash: string }
  constructor(current: { version: number; hash: string }) {
    super('The state has changed since it was read.')
    this.current = current
  }
}

/** The update ended before, however it did. */
export class AlreadyEndedError extends Error {
  readonly updateId: string
  constructor(updateId: string) {
    super(COMPLETED)
    this.updateId = updateId
  }
}
