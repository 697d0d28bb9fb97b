import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Alarm, AlarmFilter } from '#contract/alarms.ts'
import { untrackedEndpoints } from '#contract/endpoints/untracked.ts'
import type { StackRef } from '#contract/common.ts'
import type { UntrackedAnswerRequest, UntrackedFilter } from '#contract/untracked.ts'
import { call } from './http/client.ts'
import { keys, stackParams } from './http/keys.ts'

export const untrackedQueries = {
  all: keys.untracked,

  /** Of one stack, `org/project/stack`, or of all. */
  count: (stack?: string) =>
    queryOptions({
      queryKey: [...untrackedQueries.all(), 'count', stack ?? ''],
      queryFn: ({ signal }) =>
        call(untrackedEndpoints.untrackedCount, { query: stack === undefined ? {} : { stack } }, signal),
    }),
  page: (filter: Partial<UntrackedFilter>) =>
    queryOptions({
      queryKey: [...untrackedQueries.all(), 'page', filter],
      queryFn: ({ signal }) => call(untrackedEndpoints.untrackedList, { query: filter }, signal),
    }),
  alarms: (filter: Partial<AlarmFilter> = {}) =>
    queryOptions({
      queryKey: [...untrackedQueries.all(), 'alarms', filter],
      queryFn: ({ signal }) => call(untrackedEndpoints.alarmList, { query: filter }, signal),
    }),
}

/** Resolves untracked resources of one stack. 409 when someone else has resolved one, or one is still pending. */
export const answerUntracked = (
  ref: StackRef,
  request: z.input<typeof UntrackedAnswerRequest>,
): Promise<{ answered: number }> =>
  call(untrackedEndpoints.untrackedAnswer, { params: stackParams(ref), body: request })

/** Acknowledges an alarm. 409 when someone else has done so. */
export const acknowledgeAlarm = (ref: StackRef, alarm: string, reason: string): Promise<Alarm> =>
  call(untrackedEndpoints.alarmAcknowledge, { params: { ...stackParams(ref), alarm }, body: { reason } })
