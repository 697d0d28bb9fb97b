import type { AlarmKind } from './alarms.ts'

export type AlarmFacts = { kind: AlarmKind; count: number; total: number; version: number; baseVersion: number }

/** An alarm in words: what happened, and what it may mean (recovery 6.15, GR-34). */
export function alarmWords({ kind, count, total, version, baseVersion }: AlarmFacts): {
  title: string
  explanation: string
} {
  const some = count === 1 ? 'One resource' : `${count.toLocaleString('en')} resources`
  switch (kind) {
    case 'massLoss':
      return {
        title: `Version ${version} lost ${count.toLocaleString('en')} of ${total.toLocaleString('en')} resources without deleting them`,
        explanation: `With wrong credentials, another region or a cluster out of reach, a provider says that everything is gone, and a refresh takes it out of the state. What exists in the cloud then runs on, billed and managed by nobody, and the next up makes a second copy. The entries are kept in version ${baseVersion}.`,
      }
    case 'silentLoss':
      return {
        title: `${some} left the state in version ${version} without a word`,
        explanation: `Neither a delete nor a refresh of that update speaks of ${count === 1 ? 'it' : 'them'}. What exists in the cloud runs on and is managed by nobody. The ${count === 1 ? 'entry is' : 'entries are'} kept in version ${baseVersion}.`,
      }
    case 'sameId':
      return {
        title: `Version ${version} manages one object under several names`,
        explanation: `${some} of the state name an object that another entry of the same type names as well: what one of them changes or deletes, it changes or deletes for the other. Keep the entry that the program means, and take the other one out of the state; never delete it by an update.`,
      }
  }
}
