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

/** The untracked resources and the alarms. */
export const untrackedEndpoints = {
  untrackedList: endpoint({
    method: 'GET',
    path: '/api/ui/untracked',
    access: 'reader',
    summary: 'Creates whose outcome nobody knows, or that were made without a record.',
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
    summary: 'Say what became of some of them, which are of one stack.',
    body: UntrackedAnswerRequest,
    reply: UntrackedAnswered,
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
