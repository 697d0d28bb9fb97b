import type { KeptElsewhere } from '#contract/backends.ts'
import { nameIn } from '#domain/backends/diy/layout.ts'
import { metaProblem } from '#domain/backends/diy/meta.ts'
import type { Deps } from '../../deps.ts'
import { noteView, openStack } from '../../core/backends/follow.ts'
import { refOf } from '../../core/stacks/names.ts'
import { holderElsewhere, judgedAt } from '../../core/backends/judge.ts'
import type { Reader } from '../../store/port.ts'
import type { BackendRow } from '../../store/port/backends.ts'
import type { StackListing, StackRow } from '../../store/port/stacks.ts'

export type BackendsById = ReadonlyMap<string, BackendRow>

/** The backends of mirrored stacks among these. */
export async function backendsOf(
  reader: Reader,
  stacks: readonly Pick<StackListing, 'backendId'>[],
): Promise<BackendsById> {
  const isOwnOnly = stacks.every(({ backendId }) => backendId === null)
  return new Map(isOwnOnly ? [] : (await reader.backends()).map((backend) => [backend.id, backend]))
}

/** Where a stack is kept, if not here, and who holds it there. */
export function elsewhereOf(
  { backendId, elsewhere, state }: Pick<StackListing, 'backendId' | 'elsewhere' | 'state'>,
  backends: BackendsById,
  now: number,
): KeptElsewhere | null {
  const backend = backendId === null ? undefined : backends.get(backendId)
  if (backend === undefined || elsewhere === null) return null
  const {
    cliName,
    writtenAt,
    stateProblem,
    unreadStates,
    brokenSidecars,
    brokenTags = null,
    isInvisible = false,
    brokenEntries,
    hasOlderRuns = false,
  } = elsewhere
  return {
    backend: backend.org,
    kind: backend.kind,
    cliName,
    address: backend.address,
    metaProblem: metaProblem(backend),
    isInvisible,
    unreadStates,
    brokenSidecars,
    brokenTags,
    brokenEntries: brokenEntries
      ? { count: brokenEntries.count, newest: brokenEntries.newest.map(({ key, why }) => ({ key, why })) }
      : null,
    hasOlderRuns,
    writtenAt: writtenAt === null ? null : Math.round(writtenAt),
    seenAt: backend.seenAt,
    problem: backend.problem,
    stateProblem: stateProblem?.detail ?? null,
    holder: holderElsewhere(elsewhere, state?.pendingCount ?? 0, judgedAt(backend, now)),
  }
}

/** Notes that somebody looks at these stacks: their backends are followed closely for a while. */
export function noteViews(deps: Deps, stacks: readonly Pick<StackListing, 'backendId'>[], now: number): void {
  const ids = new Set(stacks.flatMap(({ backendId }) => backendId ?? []))
  for (const id of ids) noteView(deps, id, now)
}

/** The same for one that was opened: its history is read. */
export async function noteOpened(deps: Deps, reader: Reader, stack: StackRow, now: number): Promise<void> {
  if (stack.backendId === null) return
  const backend = await reader.backendOf(stack.org)
  if (backend) openStack(deps, backend, nameIn(refOf(stack)), now)
}
