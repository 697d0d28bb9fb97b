import { LeaseBoard, Leases } from '../leases.ts'
import { RecoveryRecord, ResolveRequest } from '../recoveries.ts'
import { endpoint } from '../endpoint.ts'
import { stack } from './shared.ts'

/** Leases, and updates whose lease ran out. */
export const leaseEndpoints = {
  leaseList: endpoint({
    method: 'GET',
    path: '/api/ui/leases',
    access: 'reader',
    summary: 'Every held lease.',
    reply: Leases,
  }),
  leaseBoard: endpoint({
    method: 'GET',
    path: '/api/ui/lease-board',
    access: 'reader',
    summary: 'Leases that ended in the last day, who waits in line, and who was blocked in the last week.',
    reply: LeaseBoard,
  }),
  orphanedUpdateResolve: endpoint({
    method: 'POST',
    path: `${stack}/orphaned-update/resolve`,
    access: 'operator',
    summary: 'Mark an orphaned update as resolved.',
    body: ResolveRequest,
    reply: RecoveryRecord,
  }),
} as const
