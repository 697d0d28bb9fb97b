import { AuditFilter, AuditPage } from '../audit.ts'
import { CredentialChanges, SeenCredentialChanges } from '../credentialChanges.ts'
import { endpoint } from '../endpoint.ts'
import { Nothing } from './shared.ts'

/** The audit log, and changes to the user's own credentials. */
export const auditEndpoints = {
  auditLog: endpoint({
    method: 'GET',
    path: '/api/ui/audit',
    access: 'admin',
    summary:
      'Who did what to which stack, from where: newest first. A run that has ended is one entry, its end, with its start as `started`.',
    query: AuditFilter,
    reply: AuditPage,
  }),
  credentialChanges: endpoint({
    method: 'GET',
    path: '/api/ui/credential-changes',
    access: 'reader',
    summary: 'What changed in your tokens, sessions and role, and you have not marked as seen yet.',
    reply: CredentialChanges,
  }),
  credentialChangesSeen: endpoint({
    method: 'POST',
    path: '/api/ui/credential-changes/seen',
    access: 'reader',
    summary: 'Mark what changed in your credentials as seen.',
    body: SeenCredentialChanges,
    reply: Nothing,
  }),
} as const
