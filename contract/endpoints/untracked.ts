import { AcknowledgeRequest, Alarm, AlarmFilter, Alarms } from '../alarms.ts'
import {
  UntrackedAnswerRequest,
  UntrackedCount,
  UntrackedCountFilter,
  UntrackedFilter,
  UntrackedList,
  UntrackedAnswered,
} from '../untracked.ts'
import { endpoint } from '../endpoint.ts'
import { stack } from './shared.ts'

/** Untracked resources and alarms. */
export const untrackedEndpoints = {
  untrackedList: endpoint({
    method: 'GET',
    path: '/api/ui/untracked',
    access: 'reader',
    summary: 'Creates with an unknown outcome, or made without a record.',
    query: UntrackedFilter,
    reply: UntrackedList,
  }),
  untrackedCount: endpoint({
    method: 'GET',
    path: '/api/ui/untracked/count',
    access: 'reader',
    summary: 'How many of them are open.',
    query: UntrackedCountFilter,
    reply: UntrackedCount,
  }),
  untrackedAnswer: endpoint({
    method: 'POST',
    path: `${stack}/untracked/answer`,
    access: 'operator',
    summary: 'Resolve some of them, of one stack.',
    body: UntrackedAnswerRequest,
    reply: UntrackedAnswered,
  }),
  alarmList: endpoint({
    method: 'GET',
    path: '/api/ui/alarms',
    access: 'reader',
    summary: 'Alarms: changes of states that need a check, newest first.',
    query: AlarmFilter,
    reply: Alarms,
  }),
  alarmAcknowledge: endpoint({
    method: 'POST',
    path: `${stack}/alarms/:alarm/acknowledge`,
    access: 'operator',
    summary: 'Acknowledge an alarm.',
    body: AcknowledgeRequest,
    reply: Alarm,
  }),
} as const
