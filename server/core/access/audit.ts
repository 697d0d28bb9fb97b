import type { AuditAction } from '#contract/audit.ts'
import { SERVER_LOGIN } from '#words/personName.ts'
import type { Writer } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { Actor } from './actor.ts'
import { fullName } from '../stacks/names.ts'

export const MAX_DETAIL = 2_000

/** The actor of what the server does by itself. */
export const SERVER: Actor = { login: SERVER_LOGIN, tokenName: null, userAgent: '', address: null }

/** An entry about one action. `detail` is shown to users, and contains no value of a secret, a token or a tag. */
export type AuditRecord = {
  at: number
  by: Pick<Actor, 'login' | 'tokenName' | 'address'>
  action: AuditAction
  stack?: Pick<StackRow, 'id' | 'org' | 'project' | 'name'>
  detail?: string
  requestId: string
}

/** Writes an entry of the audit log, in the transaction of the action: both are written, or neither. */
export const audit = (writer: Writer, { at, by, action, stack, detail = '', requestId }: AuditRecord): Promise<void> =>
  writer.appendAudit({
    at,
    login: by.login,
    tokenName: by.tokenName,
    address: by.address,
    action,
    stackId: stack?.id ?? null,
    stack: stack === undefined ? null : fullName(stack),
    detail: detail.slice(0, MAX_DETAIL),
    requestId,
  })
