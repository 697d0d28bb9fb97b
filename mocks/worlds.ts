import type { World } from './story.ts'
import { approval } from './worlds/approval.ts'
import { bucket } from './worlds/bucket.ts'
import { busy } from './worlds/busy.ts'
import { brokenIntegrity } from './worlds/brokenIntegrity.ts'
import { empty } from './worlds/empty.ts'
import { failed } from './worlds/failed.ts'
import { forbidden } from './worlds/forbidden.ts'
import { fleet } from './worlds/fleet.ts'
import { halfDone } from './worlds/halfDone.ts'
import { huge } from './worlds/huge.ts'
import { healthy } from './worlds/healthy.ts'
import { legacyBucket } from './worlds/legacyBucket.ts'
import { linked } from './worlds/linked.ts'
import { longLog } from './worlds/longLog.ts'
import { midUpdate } from './worlds/midUpdate.ts'
import { newerState } from './worlds/newerState.ts'
import { noRecord } from './worlds/noRecord.ts'
import { oddNames } from './worlds/oddNames.ts'
import { pendingCreates } from './worlds/pendingCreates.ts'
import { outage } from './worlds/outage.ts'
import { refreshLost } from './worlds/refreshLost.ts'
import { refused } from './worlds/refused.ts'
import { renamed } from './worlds/renamed.ts'
import { secrets } from './worlds/secrets.ts'
import { stuckLease } from './worlds/stuckLease.ts'
import { unusual } from './worlds/unusual.ts'

/** Every world by name. */
export const worlds = {
  healthy,
  linked,
  midUpdate,
  failed,
  stuckLease,
  pendingCreates,
  refreshLost,
  noRecord,
  outage,
  refused,
  approval,
  brokenIntegrity,
  halfDone,
  renamed,
  oddNames,
  newerState,
  longLog,
  fleet,
  busy,
  huge,
  secrets,
  bucket,
  legacyBucket,
  forbidden,
  unusual,
  empty,
} satisfies Record<string, () => Promise<World>>
export type WorldName = keyof typeof worlds

export const WORLD_TITLES: Record<WorldName, string> = {
  healthy: 'All quiet',
  linked: 'Stacks that read each other',
  midUpdate: 'An update is running',
  failed: 'Updates failed, at five providers',
  stuckLease: 'A runner died and blocks everyone',
  pendingCreates: 'An update was interrupted',
  refreshLost: 'A refresh lost most of a stack',
  noRecord: 'Created without any record',
  outage: 'Holdfast itself was down',
  refused: 'Someone was refused',
  approval: 'A delete waits for approval',
  brokenIntegrity: 'States that the CLI refuses',
  halfDone: 'Runs that stopped half-way',
  renamed: 'Names that do not fit',
  oddNames: 'Names of every kind',
  newerState: 'A CLI from the future',
  longLog: 'A log of 200,000 lines',
  fleet: '5,000 stacks, 60 of them held',
  busy: '10,000 updates of one stack',
  huge: '30,000 resources in one stack',
  secrets: 'Secrets of every kind',
  bucket: 'A connected bucket, with locks',
  legacyBucket: 'A bucket in the old layout',
  forbidden: 'Signed in as a reader',
  unusual: 'Names that fit nowhere',
  empty: 'The first minute',
}

/** The world of that name. Throws for any other: a typo must not show a healthy world. */
export function worldNamed(name: string): () => Promise<World> {
  if (!Object.hasOwn(worlds, name))
    throw new Error(`There is no world called ${JSON.stringify(name)}; there are ${Object.keys(worlds).join(', ')}.`)
  return worlds[name as WorldName]
}
