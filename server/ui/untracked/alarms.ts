import type { Alarm } from '#contract/alarms.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { alarmWords } from '#domain/health/alarms.ts'
import { parseUrn } from '#domain/state/urn.ts'
import type { Deps } from '../../deps.ts'
import { readVisible } from '../../core/access/visible.ts'
import { refOf } from '../../core/stacks/names.ts'
import { acknowledgeAlarm } from '../../core/untracked/acknowledge.ts'
import type { AlarmRow } from '../../store/port/untracked.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import { type Handlers, whoOf } from '../handlers.ts'
import { findStack } from '../lookup.ts'
import { inStack, withStacks } from './untracked.ts'

/** Maximum number of alarms returned at once: alarms are rare, and a flood of them has one cause. */
const MAX_ALARMS = 100

/** Handles the alarms of all stacks or of one, until they are acknowledged. */
export function alarmHandlers(deps: Deps): Pick<Handlers, 'alarmList' | 'alarmAcknowledge'> {
  return {
    alarmList: ({ query: { stack, updateId, state } }, { user }) =>
      readVisible(deps, user, async (reader) => {
        const rows = await reader.alarms({
          ...(await inStack(reader, stack)),
          ...(updateId && { updateId }),
          ...(state === 'open' && { isOpen: true }),
          limit: MAX_ALARMS,
        })
        // Only alarms of live stacks: a deleted one has nothing to restore.
        const live = (await withStacks(reader, rows)).filter(({ stack: { deletedAt } }) => deletedAt === null)
        return { alarms: live.map((found) => toAlarm(found.row, found.stack)) }
      }),

    async alarmAcknowledge({ params, body: { reason } }, call) {
      const { id } = await deps.store.read((reader) => findStack(reader, params))
      const { alarm, stack } = await acknowledgeAlarm(deps, id, { id: params.alarm, reason }, whoOf(call))
      return toAlarm(alarm, stack)
    },
  }
}

const RECOVERIES: Readonly<Record<AlarmRow['kind'], RecoveryId>> = {
  massLoss: 'restore-lost-entries',
  silentLoss: 'restore-lost-entries',
  sameId: 'resolve-duplicates',
  oldTwin: 'remove-old-entries',
  otherNames: 'rewrite-foreign-state',
}

/** Where only the project differs, it was renamed; otherwise the entries are of another stack. */
function recoveryFor({ kind, entries: [first] }: AlarmRow, { name }: StackRow): RecoveryId {
  const isRenamed = kind === 'otherNames' && first !== undefined && parseUrn(first.urn)?.stack === name
  return isRenamed ? 'rename-stack' : RECOVERIES[kind]
}

function toAlarm(row: AlarmRow, stack: StackRow): Alarm {
  const { id, kind, at, updateId, version, baseVersion, count, total, entries } = row
  return {
    id,
    kind,
    at,
    updateId,
    version,
    baseVersion,
    count,
    total,
    entries: entries.map(({ urn, type, id: resourceId, why }) => ({ urn, type, id: resourceId, why })),
    ...alarmWords(row),
    stack: refOf(stack),
    recovery: recoveryFor(row, stack),
    acknowledged:
      row.acknowledgedAt === null
        ? null
        : { at: row.acknowledgedAt, by: row.acknowledgedBy ?? '', reason: row.reason ?? '' },
  }
}
