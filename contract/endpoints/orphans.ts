import { AcknowledgeRequest, Alarm, AlarmFilter, Alarms } from '../alarms.ts'
import {
  OrphanAnswerRequest,
  OrphanCount,
  OrphanCountFilter,
  OrphanFilter,
  OrphanPage,
  OrphansAnswered,
} from '../orphans.ts'
import { endpoint } from '../endpoint.ts'
import { stack } from './shared.ts'

/** The orphan ledger and the alarms. */
export const orphanEndpoints = {
  orphanList: endpoint({
    method: 'GET',
    path: '/api/ui/orphans',
    access: 'reader',
    summary: 'Creates whose outcome nobody knows, or that were made without a record.',
    query: OrphanFilter,
    reply: OrphanPage,
  }),
  orphanCount: endpoint({
    method: 'GET',
    path: '/api/ui/orphans/count',
    access: 'reader',
    summary: 'How many of them are open.',
    query: OrphanCountFilter,
    reply: OrphanCount,
  }),
  orphanAnswer: endpoint({
    method: 'POST',
    path: `${stack}/orphans/answer`,
    access: 'operator',
    summary: 'Say what became of some of them, which are of one stack.',
    body: OrphanAnswerRequest,
    reply: OrphansAnswered,
  }),
  alarmList: endpoint({
    method: 'GET',
    path: '/api/ui/alarms',
    access: 'reader',
    summary: 'What updates did to states that somebody should look at, newest first.',
    query: AlarmFilter,
    reply: Alarms,
  }),
  alarmAcknowledge: endpoint({
    method: 'POST',
    path: `${stack}/alarms/:alarm/acknowledge`,
    access: 'operator',
    summary: 'Say that what an alarm tells is all right.',
    body: AcknowledgeRequest,
    reply: Alarm,
  }),
} as const
