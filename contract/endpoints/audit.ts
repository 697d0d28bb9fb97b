import { AuditFilter, AuditPage } from '../audit.ts'
import { endpoint } from '../endpoint.ts'

/** The audit log. */
export const auditEndpoints = {
  auditLog: endpoint({
    method: 'GET',
    path: '/api/ui/audit',
    access: 'admin',
    summary: 'Who did what to which stack, from where: newest first.',
    query: AuditFilter,
    reply: AuditPage,
  }),
} as const
