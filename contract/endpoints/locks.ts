import {
  BreakLockRequest,
  ExtendLockRequest,
  LeaseLog,
  LockRequest,
  MaintenanceLock,
  WaitReply,
  WaitRequest,
} from '../locks.ts'
import { endpoint } from '../endpoint.ts'
import { stack, Nothing } from './shared.ts'

/** Maintenance locks, waiting for a lease, and the history of a lease. */
export const lockEndpoints = {
  stackLock: endpoint({
    method: 'POST',
    path: `${stack}/lock`,
    access: 'operator',
    summary: 'Lock the stack for maintenance: updates are refused, previews are not.',
    body: LockRequest,
    reply: MaintenanceLock,
  }),
  stackLockExtend: endpoint({
    method: 'POST',
    path: `${stack}/lock/extend`,
    access: 'operator',
    summary: 'Put off the end of your maintenance lock.',
    body: ExtendLockRequest,
    reply: MaintenanceLock,
  }),
  stackLockRelease: endpoint({
    method: 'POST',
    path: `${stack}/lock/release`,
    access: 'operator',
    summary: 'Release your maintenance lock.',
    reply: Nothing,
  }),
  stackLockDelete: endpoint({
    method: 'DELETE',
    path: `${stack}/lock`,
    access: 'operator',
    summary: 'Release your maintenance lock: the same as `lock/release`.',
    reply: Nothing,
  }),
  stackLockBreak: endpoint({
    method: 'POST',
    path: `${stack}/lock/break`,
    access: 'operator',
    summary: 'End the maintenance lock of someone else, with the stack’s name and a reason.',
    body: BreakLockRequest,
    reply: Nothing,
  }),
  leaseWait: endpoint({
    method: 'GET',
    path: `${stack}/lease/wait`,
    access: 'operator',
    summary: 'Wait in line until the stack is free. A user’s access token has one place, kept while it asks again.',
    query: WaitRequest,
    writes: true,
    reply: WaitReply,
  }),
  leaseLog: endpoint({
    method: 'GET',
    path: `${stack}/lease/log`,
    access: 'reader',
    summary: 'What happened to the lease of a stack, newest first.',
    reply: LeaseLog,
  }),
} as const
