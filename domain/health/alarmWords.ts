import { number } from '#words/counts.ts'
import type { AlarmKind } from './alarms.ts'

export type AlarmFacts = { kind: AlarmKind; count: number; version: number; baseVersion: number }

/** An alarm in words: what happened, and what it may mean (GR-34). */
export function alarmWords({ kind, count, version, baseVersion }: AlarmFacts): {
  title: string
  explanation: string
} {
  const some = count === 1 ? 'One resource' : `${number(count)} resources`
  switch (kind) {
    case 'massLoss':
      return {
        title: `${some} disappeared from the state in version ${version}`,
        explanation: `This happens when a refresh runs with the wrong credentials or region. If the ${count === 1 ? 'resource still exists, it keeps' : 'resources still exist, they keep'} running untracked, and pulumi up would create ${count === 1 ? 'it' : 'them'} again. Version ${baseVersion} still has ${count === 1 ? 'it' : 'them'}.`,
      }
    case 'silentLoss':
      return {
        title: `${some} left the state in version ${version} without a word`,
        explanation: `Neither a delete nor a refresh of that update speaks of ${count === 1 ? 'it' : 'them'}. What exists in the cloud runs on and is managed by nobody. The ${count === 1 ? 'entry is' : 'entries are'} kept in version ${baseVersion}.`,
      }
    case 'sameId':
      return {
        title: `Version ${version} manages one object under several names`,
        explanation: `${some} of the state ${count === 1 ? 'names' : 'name'} an object that another entry of the same type names as well: what one of them changes or deletes, it changes or deletes for the other. Keep the entry that the program means, and take the other one out of the state; never delete it by an update.`,
      }
  }
}
