import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { AlarmRow } from '../../store/port/untracked.ts'
import type { Who } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { heldStack } from '../stacks/held.ts'
import { refOf } from '../stacks/names.ts'
import { countAlarms } from '../updates/endEffects.ts'

/** Acknowledges an alarm of a stack, with a reason. Returns both. */
export async function acknowledgeAlarm(
  deps: Deps,
  stackId: string,
  { id, reason }: { id: string; reason: string },
  { by, requestId }: Who,
): Promise<{ alarm: AlarmRow; stack: StackRow }> {
  const at = await deps.store.now()
  const acknowledged = await deps.store.write(async (writer) => {
    const stack = await heldStack(writer, stackId)
    const alarm = await writer.alarm(id)
    if (alarm?.stackId !== stack.id) throw new DomainError({ kind: 'noSuchAlarm' })
    if (alarm.acknowledgedAt !== null)
      throw new DomainError({
        kind: 'alarmAcknowledged',
        login: alarm.acknowledgedBy,
        reason: alarm.reason ?? '',
      })
    await writer.acknowledgeAlarm(id, { at, login: by.login, reason })
    await countAlarms(writer, stack.id)
    const detail = `${alarm.kind} of version ${alarm.version}: ${reason}`
    await audit(writer, { at, by, action: 'alarm.acknowledge', stack, detail, requestId })
    return { stack, alarm: { ...alarm, acknowledgedAt: at, acknowledgedBy: by.login, reason } }
  })
  deps.bus.publish({ type: 'untracked', stack: refOf(acknowledged.stack) })
  return acknowledged
}
