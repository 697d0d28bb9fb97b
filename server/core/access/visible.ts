import { mirrors } from '../stacks/organizations.ts'
import type { Deps } from '../../deps.ts'
import type { Reader, ReadOptions } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import { hiddenOrgsOf, type Roles } from './rights.ts'

/**
 * Runs `work` on what a user may see: stacks of organizations in which their role is `none` do not exist in it. Calls
 * about all stacks read this way; calls about one stack are refused by its organization before.
 */
export const readVisible = <T>(
  { store }: Pick<Deps, 'store'>,
  user: Roles,
  work: (reader: Reader) => Promise<T>,
  options?: ReadOptions,
): Promise<T> => store.read((reader) => work(visibleReader(reader, hiddenOrgsOf(user))), options)

/** The organizations that the CLI of a user does not see: those hidden from them, and mirrors of connected backends. */
export const hiddenFromCli = async (reader: Reader, user: Roles): Promise<string[]> => [
  ...hiddenOrgsOf(user),
  ...(await mirrors(reader)),
]

/** The reader without the stacks of these organizations, in everything that is read of more than one stack. */
export function visibleReader(reader: Reader, hiddenOrgs: readonly string[]): Reader {
  if (hiddenOrgs.length === 0) return reader
  const isVisible = ({ org }: { org: string }) => !hiddenOrgs.includes(org)
  const seen = (stack: StackRow | undefined) => (stack && isVisible(stack) ? stack : undefined)
  return {
    ...reader,
    stack: async (name) => seen(await reader.stack(name)),
    stackById: async (id) => seen(await reader.stackById(id)),
    stackPage: (filter) => reader.stackPage({ ...filter, hiddenOrgs }),
    stackTallies: (filter) => reader.stackTallies({ ...filter, hiddenOrgs }),
    stackLines: (filter) => reader.stackLines({ ...filter, hiddenOrgs }),
    stackCount: () => reader.stackCount(hiddenOrgs),
    projects: () => reader.projects(hiddenOrgs),
    organizations: () => reader.organizations(hiddenOrgs),
    tags: (page) => reader.tags({ ...page, hiddenOrgs }),
    stacks: async (filter) => (await reader.stacks(filter)).filter(isVisible),
    listedStacks: async (ids) => (await reader.listedStacks(ids)).filter(isVisible),
    lockedStacks: async () => (await reader.lockedStacks()).filter(isVisible),
    lockedElsewhere: (limit) => reader.lockedElsewhere(limit, hiddenOrgs),
    lockedElsewhereCount: () => reader.lockedElsewhereCount(hiddenOrgs),
    backends: async () => (await reader.backends()).filter(isVisible),
    stackReferences: () => reader.stackReferences(hiddenOrgs),
    startedSince: (since) => reader.startedSince(since, hiddenOrgs),
    activity: (filter) => reader.activity({ ...filter, hiddenOrgs }),
    runningUpdates: () => reader.runningUpdates(hiddenOrgs),
    orphanedUpdates: () => reader.orphanedUpdates(hiddenOrgs),
    findResources: (filter) => reader.findResources({ ...filter, hiddenOrgs }),
    findRuns: (filter) => reader.findRuns({ ...filter, hiddenOrgs }),
    refusals: (filter) => reader.refusals({ ...filter, hiddenOrgs }),
    audit: (filter) => reader.audit({ ...filter, hiddenOrgs }),
    untracked: (filter) => reader.untracked({ ...filter, hiddenOrgs }),
    untrackedCount: (filter) => reader.untrackedCount({ ...filter, hiddenOrgs }),
    untrackedStacks: (filter) => reader.untrackedStacks({ ...filter, hiddenOrgs }),
    waitingApprovals: (filter) => reader.waitingApprovals({ ...filter, hiddenOrgs }),
    alarms: (filter) => reader.alarms({ ...filter, hiddenOrgs }),
  }
}
