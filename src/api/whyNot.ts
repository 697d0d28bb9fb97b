import { useQuery } from '@tanstack/react-query'
import type { KeptElsewhere } from '#contract/backends.ts'
import type { Lease } from '#contract/leases.ts'
import type { Session } from '#contract/session.ts'
import type { StackDetail } from '#contract/stacks.ts'
import { type Capability as BackendCapability, whyNot as whyNotElsewhere } from '#domain/backends/capabilities.ts'
import { useNamesByLogin } from '#src/lib/personName.ts'
import { type Administrator, administratorNames } from '#words/administrators.ts'
import { type NamesByLogin, personName, runnerName } from '#words/personName.ts'
import { clockTime } from '#words/time.ts'
import { useLiveState } from './live/liveState.ts'
import { peopleQueries, sessionQueries } from './session.ts'

/** What a decision depends on. What is not known yet does not stand in the way: the server decides. */
export type Circumstances = Partial<
  Pick<StackDetail, 'ref' | 'version' | 'health' | 'lock' | 'lockIsMine' | 'lease'> & {
    /** Where the stack is kept, if not here. */
    elsewhere: Pick<KeptElsewhere, 'kind'> | null | undefined
    leaseCard: Pick<Lease, 'verdict' | 'holder' | 'client'> | null
    session: Pick<Session, 'role' | 'scope'> | undefined
    /** The server does not answer, since this instant if it ever did. */
    outage: { since: number | undefined } | undefined
    names: NamesByLogin
    /** Whom to ask for a role. */
    administrators: readonly Administrator[] | undefined
  }
>

/** What stands in the way, in a sentence; undefined if it does not. */
type Check = (circumstances: Circumstances) => string | undefined

const server: Check = ({ outage }) => {
  if (outage === undefined) return undefined
  const when = outage.since === undefined ? '' : ` since ${clockTime(outage.since)}`
  return `The server has not been reached${when}. The data shown is older; nothing can be saved until it is back.`
}

/** In no organization: what a user may in one of them, only the server knows. */
const rights: Check = ({ session, administrators, ref }) => {
  if (session === undefined || session.scope === 'operate' || session.scope === 'admin') return undefined
  return session.role === 'reader'
    ? `You can view stacks, but changing them needs the operator role. Ask ${administratorNames(administrators, ref?.org)}.`
    : `This needs the scope operate; you have signed in with an access token of the scope ${session.scope}.`
}

/** What stacks of a connected backend do not have. */
const kept =
  (capability: BackendCapability): Check =>
  ({ elsewhere }) =>
    whyNotElsewhere(elsewhere?.kind ?? null, capability)

const state: Check = ({ version }) => (version === 0 ? 'The stack has no state yet: nothing was deployed.' : undefined)

const trouble: Check = ({ health }) =>
  health === 'ok' || health === 'empty' ? 'Nothing is wrong with this stack.' : undefined

/** Nothing is written while a client may be working (docs/recovery.md, Rules of a write). */
const holder: Check = ({ leaseCard, names }) =>
  leaseCard && leaseCard.verdict !== 'orphaned'
    ? `${runnerName(leaseCard.holder.login, leaseCard.client.ci, names)} holds the lease: nothing is written while someone may be at work.`
    : undefined

const lockOfAnother: Check = ({ lock, lockIsMine, names }) =>
  lock && lockIsMine !== true
    ? `${personName(lock.holder.login, names)} holds the stack for maintenance: ${lock.reason.replace(/[.\s]+$/, '')}. No one else writes to it until then.`
    : undefined

/** A list knows of a lease only that there is one; no card means that none is held. */
const lease: Check = ({ leaseCard, lease: held }) =>
  (leaseCard === undefined ? held : leaseCard) ? 'Only a free stack is locked, and its lease is held.' : undefined
const lock: Check = (circumstances) => (circumstances.lock ? 'The stack is locked already.' : undefined)

/** What each of them needs, in the order in which it is said. */
const NEEDS = {
  /** To look at resources. */
  examine: [state],
  recover: [trouble],
  /** To change what belongs to a stack besides its state: names, tags, acknowledgements. */
  change: [kept('settings'), rights],
  /** To act on a lease or lock, also on that of someone else. */
  intervene: [server, rights],
  lock: [kept('lock'), server, rights, lease, lock],
  /** The log and the timeline of a run. */
  runLog: [kept('runLog')],
  /** To write two states, or none. */
  writeTwo: [kept('write')],
  /** To write the state, or to prepare the file and the command that do. */
  write: [server, rights, holder, lockOfAnother],
} as const satisfies Record<string, readonly Check[]>

export type Capability = keyof typeof NEEDS

/** Why something cannot be done now, whatever the input, in a sentence; undefined if it can. */
export function whyNot(capability: Capability, circumstances: Circumstances): string | undefined {
  for (const check of NEEDS[capability]) {
    const reason = check(circumstances)
    if (reason !== undefined) return reason
  }
  return undefined
}

/** What is the same for all stacks. */
export type Asker = Pick<Circumstances, 'session' | 'outage' | 'names' | 'administrators'>

/** The signed-in user, now. */
export function useAsker(): Asker {
  const { data: session } = useQuery(sessionQueries.current())
  const { state: connection, since } = useLiveState()
  const { data: administrators } = useQuery(peopleQueries.administrators())
  const names = useNamesByLogin()
  return { session, names, administrators, outage: connection === 'offline' ? { since } : undefined }
}

/** The same for the signed-in user, now. `stack`: what the caller knows of it. */
export const useWhyNot = (capability: Capability, stack?: Omit<Circumstances, keyof Asker>): string | undefined =>
  whyNot(capability, { ...stack, ...useAsker() })
