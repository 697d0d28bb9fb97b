import { counted, plural } from '#words/counts.ts'
import type { Facts, ReportedEntries } from '../recoveries/guidedRecovery.ts'
import type { AlarmKind } from './alarms.ts'

export type AlarmFacts = { kind: AlarmKind; count: number; version: number; baseVersion: number }

/** The text of an alarm: what happened, and what it may mean (GR-34). */
export function alarmWords({ kind, count, version, baseVersion }: AlarmFacts): {
  title: string
  explanation: string
} {
  const some = counted(count, 'resource')
  const it = plural(count, 'it', 'them')
  switch (kind) {
    case 'massLoss':
      return {
        title: `${some} disappeared from the state in version ${version}`,
        explanation: `This happens when a refresh runs with the wrong credentials or region. If the ${plural(count, 'resource still exists, it keeps', 'resources still exist, they keep')} running untracked, and pulumi up would create ${it} again. Version ${baseVersion} still has ${it}.`,
      }
    case 'silentLoss':
      return {
        title: `${some} left the state in version ${version} without a delete or refresh`,
        explanation: `The update reported neither a delete nor a refresh of ${it}. If the ${plural(count, 'resource still exists, it keeps', 'resources still exist, they keep')} running untracked. Version ${baseVersion} still has ${it}.`,
      }
    case 'sameId':
      return {
        title: `Version ${version} tracks one resource under several names`,
        explanation: `${some} in the state ${plural(count, 'has', 'have')} the same type and ID as another entry: changing or deleting one changes or deletes both. Keep the entry that your program declares and remove the other one from the state. Don’t let an update delete it.`,
      }
  }
}

type OpenAlarm = AlarmFacts & Omit<ReportedEntries, 'title' | 'explanation'>

/** What open alarms report, as facts for recoveries. */
export function reportedBy(alarms: readonly OpenAlarm[]): Required<Pick<Facts, 'losses' | 'duplicates'>> {
  const reported = (list: readonly OpenAlarm[]): ReportedEntries[] =>
    list.map((alarm) => {
      const { id, at, baseVersion, entries } = alarm
      return { id, at, baseVersion, entries, ...alarmWords(alarm) }
    })
  return {
    losses: reported(alarms.filter(({ kind }) => kind !== 'sameId')),
    duplicates: reported(alarms.filter(({ kind }) => kind === 'sameId')),
  }
}
