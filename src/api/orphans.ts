import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Alarm, AlarmFilter } from '#contract/alarms.ts'
import { orphanEndpoints } from '#contract/endpoints/orphans.ts'
import type { StackRef } from '#contract/common.ts'
import type { OrphanAnswerRequest, OrphanFilter } from '#contract/orphans.ts'
import { call } from './http/client.ts'
import { keys, stackParams } from './http/keys.ts'

export const orphanQueries = {
  all: keys.orphans,

  /** Of one stack, `org/project/stack`, or of all. */
  count: (stack?: string) =>
    queryOptions({
      queryKey: [...orphanQueries.all(), 'count', stack ?? ''],
      queryFn: ({ signal }) =>
        call(orphanEndpoints.orphanCount, { query: stack === undefined ? {} : { stack } }, signal),
    }),
  page: (filter: Partial<OrphanFilter>) =>
    queryOptions({
      queryKey: [...orphanQueries.all(), 'page', filter],
      queryFn: ({ signal }) => call(orphanEndpoints.orphanList, { query: filter }, signal),
    }),
  alarms: (filter: Partial<AlarmFilter> = {}) =>
    queryOptions({
      queryKey: [...orphanQueries.all(), 'alarms', filter],
      queryFn: ({ signal }) => call(orphanEndpoints.alarmList, { query: filter }, signal),
    }),
}

/** Says what became of some objects of one stack. 409 when somebody else has said so, or one is still pending. */
export const answerOrphans = (
  ref: StackRef,
  request: z.input<typeof OrphanAnswerRequest>,
): Promise<{ answered: number }> => call(orphanEndpoints.orphanAnswer, { params: stackParams(ref), body: request })

/** Says that what an alarm tells is all right. 409 when somebody else has done so. */
export const acknowledgeAlarm = (ref: StackRef, alarm: string, reason: string): Promise<Alarm> =>
  call(orphanEndpoints.alarmAcknowledge, { params: { ...stackParams(ref), alarm }, body: { reason } })
