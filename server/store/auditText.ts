import { fold } from '#domain/search/needles.ts'
import type { AuditRow } from './port/logs.ts'

/** The searched text of an entry of the audit log, a field per line. The SQL stores build the same (`auditTextIn`). */
export const auditText = ({ login, tokenName, address, action, stack, detail, requestId }: AuditRow): string =>
  fold(['', login, tokenName, address, action, stack, detail, requestId, ''].map((field) => field ?? '').join('\n'))
