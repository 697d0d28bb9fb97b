import { type JudgedStep, type KnownResources, liveUrnsOf, protectedUrnsOf } from '#domain/approvals/steps.ts'
import { anyMatches, type JudgedRun, type RunRule, rulesForRun } from '#domain/approvals/runRules.ts'
import { agentOf, ciFacts } from '#domain/lease/client.ts'
import type { RunBy } from '#contract/approvals.ts'
import type { OrganizationRole } from '#contract/session.ts'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { Lease, UpdateRow } from '../../store/port/updates.ts'
import { keep, recall } from '../../texts/stateCache.ts'
import { readOutline } from '../../texts/states.ts'
import { roleIn } from '../access/rights.ts'
import { originOf } from '../access/tokenOrigin.ts'
import type { RuleSet } from './rules.ts'

type RunRow = Pick<UpdateRow, 'id' | 'kind' | 'requestedBy' | 'tokenName' | 'userAgent' | 'request' | 'baseStateId'> & {
  lease: Pick<Lease, 'accessTokenId'> | null
}

/** Who runs an update, as far as its client says so. */
export function runBy({ request, userAgent }: Pick<UpdateRow, 'request' | 'userAgent'>): RunBy {
  const { environment } = request
  if (agentOf({ environment, userAgent }) !== null) return 'agent'
  return ciFacts(environment) === null ? 'person' : 'ci'
}

/** What rules ask about a run and that its rows do not say: read before the transaction that judges its steps. */
export type RunContext = {
  role: OrganizationRole
  tokenNames: readonly string[]
  resources: number
  /** The live resources of its base. */
  known: KnownResources
}

/** For how long a context is relied on, in milliseconds: the role of a user may change. */
const FRESH_MS = 5_000

/** The context of a run as it was read a short time ago: a run makes many calls. */
export function recallContext({ caches }: Pick<Deps, 'caches'>, updateId: string): RunContext | undefined {
  const known = caches.runContexts.get(updateId)
  return known !== undefined && performance.now() - known.readAt < FRESH_MS ? known.context : undefined
}

/** Reads the context of a run. Its base does not change while it runs. */
export async function runContext(deps: Deps, update: RunRow, org: string): Promise<RunContext> {
  const readAt = performance.now()
  const known = await deps.store.read(async (reader) => {
    const user = await reader.userByLogin(update.requestedBy)
    const { resources, live, guarded } = await urnsOf(deps, reader, update.baseStateId)
    const role = user === undefined ? ('none' as const) : roleIn(user, org)
    const tokenNames = await tokenNamesOf(reader, update)
    const known = { isLive: (urn: string) => live.has(urn), isProtected: (urn: string) => guarded.has(urn) }
    const context = { role, tokenNames, resources, known }
    return { context, readAt, bytes: (live.size + guarded.size) * URN_BYTES }
  })
  deps.caches.runContexts.set(update.id, known)
  return known.context
}

/**
 * The names of the token of a run and of those with which it was made: another name is no way out of a rule about a
 * token.
 */
export async function tokenNamesOf(
  reader: Reader,
  { tokenName, lease }: Pick<RunRow, 'tokenName' | 'lease'>,
): Promise<string[]> {
  const origin = await originOf(reader, lease?.accessTokenId)
  return [...new Set([...(tokenName === null ? [] : [tokenName]), ...origin.map(({ name }) => name)])]
}

/** Approximate bytes of a URN in memory. */
export const URN_BYTES = 200

/** `live`: the URNs of live resources, `guarded` of those that are protected. */
type Urns = { resources: number; live: ReadonlySet<string>; guarded: ReadonlySet<string> }

async function urnsOf(deps: Deps, reader: Reader, stateId: string | null): Promise<Urns> {
  const row = stateId === null ? undefined : await reader.state(stateId)
  if (row === undefined || row.textRemovedAt !== null) return { resources: 0, live: new Set(), guarded: new Set() }
  const key = `live URNs of ${row.hash}`
  const known = recall<Urns>(deps, key)
  if (known !== undefined) return known
  const { deployment } = await readOutline(deps, reader, row.id)
  const resources = deployment.resources ?? []
  const read = { resources: row.resourceCount, live: liveUrnsOf(resources), guarded: protectedUrnsOf(resources) }
  keep(deps, key, read, (read.live.size + read.guarded.size) * URN_BYTES)
  return read
}

/** What rules ask about a run. */
export const judgedRun = (
  { org, project, name, tags }: Pick<StackRow, 'org' | 'project' | 'name' | 'tags'>,
  update: RunRow,
  { role, tokenNames, resources }: Pick<RunContext, 'role' | 'tokenNames' | 'resources'>,
): JudgedRun => ({
  org,
  project,
  stack: name,
  tags,
  kind: update.kind,
  login: update.requestedBy,
  role,
  tokenNames,
  by: runBy(update),
  resources,
})

/** The rules that concern a run, and whether any of them matches a step. */
export type RulesOfRun = { rules: readonly RunRule[]; anyMatches: (step: JudgedStep) => boolean }

/** The rules that concern a run, compiled once for as long as neither they nor the stack's tags change. */
export function rulesOfRun(
  deps: Pick<Deps, 'caches'>,
  { version, rules }: RuleSet,
  run: JudgedRun,
  updateId: string,
): RulesOfRun {
  const key = `${version} ${run.role} ${JSON.stringify(run.tags)}`
  const known = deps.caches.runRules.get(updateId)
  if (known?.key === key) return known.found
  const concerned = rulesForRun(rules, run)
  const found = { rules: concerned, anyMatches: anyMatches(concerned) }
  deps.caches.runRules.set(updateId, { key, found })
  return found
}
