import { LeaseBoard, Leases } from '../leases.ts'
import { RecoveryRecord, ReleaseRequest, ResolveRequest } from '../recoveries.ts'
import { endpoint } from '../endpoint.ts'
import { stack } from './shared.ts'

/** Leases, and ending them. */
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
    summary: 'Leases that ended in the last day, who waits in line, and who was refused in the last week.',
    reply: LeaseBoard,
  }),
  leaseRelease: endpoint({
    method: 'POST',
    path: `${stack}/lease/release`,
    access: 'operator',
    summary: 'End the running update on its holder’s behalf.',
    body: ReleaseRequest,
    reply: RecoveryRecord,
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
