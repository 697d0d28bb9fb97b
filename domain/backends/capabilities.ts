import type { BackendKind } from '#contract/backends.ts'

/** What the console does with stacks of this server, and what asks here before it does it with those of a backend. */
export type Capability = 'runLog' | 'lease' | 'write' | 'settings' | 'lock' | 'decrypt'

/** How a capability is there: in the console, by a file and a command, or not at all. */
export type Way = 'here' | 'byFile' | 'no'

/** What self-managed backends can, whatever their kind; Holdfast's own stacks can everything. */
const SELF_MANAGED = {
  runLog: 'no',
  lease: 'no',
  write: 'byFile',
  settings: 'no',
  lock: 'no',
  decrypt: 'here',
} as const satisfies Record<Capability, Way>

const WHY_NOT = {
  runLog: 'A self-managed backend keeps no events of a run: there is no log and no timeline.',
  lease:
    'A self-managed backend has lock files instead of leases: they never expire, and removing one does not stop its holder.',
  write:
    'This stack is kept in a connected backend: Holdfast prepares the file and the command, and writes nothing there.',
  settings: 'This stack is kept in a connected backend. Change its name and tags with the pulumi CLI.',
  lock: 'This stack is kept in a connected backend, which has no maintenance locks.',
} as const satisfies Partial<Record<Capability, string>>

/** The same of files that were opened in a browser, where it is said otherwise. */
const WHY_NOT_OPENED: Partial<Record<Capability, string>> = {
  settings: 'This stack was opened from a file in this browser: its name and tags are those in the file.',
  lock: 'This stack was opened from a file in this browser: nobody else can change it here.',
}
/** Files that were opened in a browser are changed there, in memory; the result is downloaded. */
const OPENED = { ...SELF_MANAGED, write: 'here' } as const satisfies Record<Capability, Way>

/** How a stack of this kind of backend has a capability; null is Holdfast's own store. */
export const can = (kind: BackendKind | null, capability: Capability): Way =>
  kind === null ? 'here' : (kind === 'opened' ? OPENED : SELF_MANAGED)[capability]

/** Why a stack has not a capability here, one sentence; undefined if it has. */
export function whyNot(kind: BackendKind | null, capability: Capability): string | undefined {
  if (can(kind, capability) === 'here' || !(capability in WHY_NOT)) return undefined
  const general = WHY_NOT[capability as keyof typeof WHY_NOT]
  return kind === 'opened' ? (WHY_NOT_OPENED[capability] ?? general) : general
}
