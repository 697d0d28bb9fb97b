import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { Health } from '#contract/stacks.ts'
import type { GraphColumns } from '#contract/resources.ts'
import type { UpdateBrief } from '#contract/updates.ts'
import { lossOverlay } from '#domain/overlays/ofLosses.ts'
import { diffOverlay } from '#domain/overlays/ofDiff.ts'
import { durationOverlay } from '#domain/overlays/ofDurations.ts'
import { providerOverlay, typeOverlay } from '#domain/overlays/ofKinds.ts'
import { copiesOf } from '#domain/overlays/copies.ts'
import { ageOverlay, integrityOverlay, pendingOverlay } from '#domain/overlays/ofNotes.ts'
import { statusOverlay } from '#domain/overlays/ofStatus.ts'
import { updateOverlay } from '#domain/overlays/ofUpdate.ts'
import type { Overlay, Places } from '#domain/overlays/overlay.ts'
import { fullName } from '#domain/stackName.ts'
import { editQueries } from '#src/api/edits.ts'
import { resourceQueries } from '#src/api/resources.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { untrackedQueries } from '#src/api/untracked.ts'
import { updateQueries } from '#src/api/updates.ts'
import { useServerTime } from '#src/ui/useServerTime.ts'
import type { OverlayChoice } from './choice.ts'

const HOUR_S = 3600
const hourOf = (now: number): number => Math.floor(now / 1000 / HOUR_S) * HOUR_S

/** The chosen overlay, computed from the data that other pages show too; empty until these have arrived. */
export function useOverlay(stack: StackRef, graph: GraphColumns, places: Places, choice: OverlayChoice) {
  const { kind } = choice
  const run = useRun(stack, choice)
  const { sides, changes, timeline, diff, alarms, notes, reports, isOver } = useSources(stack, graph, choice, run)
  // Retention has removed the state that this update left, so the page draws another.
  const isLater = kind === 'update' && !run.isPreview && (run.version ?? graph.version) < graph.version
  const now = useServerTime(hourOf)
  const copies = useMemo(() => copiesOf(graph), [graph])
  const kindOverlay = useMemo(() => ofGraph(kind, graph), [kind, graph])
  const dataOverlay = useMemo((): Overlay | undefined => {
    if (kind === 'status') return { ...statusOverlay(graph.flags, places, reports), copies }
    if (kind === 'update') return changes.data && updateOverlay(changes.data.rows, places, { isPreview: run.isPreview })
    if (kind === 'durations') return timeline.data && durationOverlay(withUrns(timeline.data), places)
    if (kind === 'diff') return diff.data && diffOverlay(diff.data.diff.entries, places)
    if (kind === 'alarms') return alarms.data && lossOverlay(alarms.data.alarms, places)
    if (kind === 'pending') return notes.data && pendingOverlay(notes.data.pending, places)
    if (kind === 'integrity') return { ...integrityOverlay(graph.flags, notes.data?.dangling), copies }
    if (kind === 'age') return notes.data && ageOverlay(notes.data.modified, now)
    return undefined
  }, [
    kind,
    changes.data,
    run.isPreview,
    timeline.data,
    diff.data,
    alarms.data,
    notes.data,
    graph,
    places,
    now,
    reports,
    copies,
  ])
  const around = isOver && (kind === 'status' || kind === 'pending') ? notes.data?.around : undefined
  const queries: Partial<Record<OverlayChoice['kind'], OverlayQuery>> = {
    update: changes,
    durations: timeline,
    diff,
    alarms,
    pending: notes,
    integrity: notes,
    age: notes,
  }
  const query = queries[kind]
  return {
    overlay: kindOverlay ?? dataOverlay ?? EMPTY,
    isPending: kindOverlay === undefined && dataOverlay === undefined && !query?.error && !run.isMissing,
    error: query?.error ?? run.error,
    isFetching: query?.isFetching ?? false,
    refetch: () => void query?.refetch(),
    /** Where to look for operations with an unknown outcome: entries by their index. */
    around: around?.length ? around : undefined,
    /** The run that is shown, and all that can be chosen. */
    run,
    sides,
    /** A past update and the version that is drawn in place of its own. */
    since: isLater ? { version: run.version ?? 0, now: graph.version } : undefined,
  }
}

/** What the overlays are computed from. Only what the chosen one needs is requested. */
function useSources(
  stack: StackRef,
  graph: GraphColumns,
  { kind, from, version }: OverlayChoice,
  run: ReturnType<typeof useRun>,
) {
  const changes = useQuery({ ...updateQueries.changes(stack, run.id), enabled: kind === 'update' && run.id !== '' })
  const timeline = useQuery({
    ...updateQueries.timeline(stack, run.id),
    enabled: kind === 'durations' && run.id !== '',
  })
  const to = version ?? graph.version
  const sides = { from: from ?? Math.max(0, to - 1), to }
  const diff = useQuery({ ...editQueries.compare(stack, sides), enabled: kind === 'diff' })
  const alarms = useQuery({ ...untrackedQueries.alarms({ stack: fullName(stack) }), enabled: kind === 'alarms' })
  const status = useStatusReports(stack, kind === 'status')
  const needsNotes = kind === 'pending' || kind === 'integrity' || kind === 'age' || status.hasUnknown
  const notes = useQuery({ ...resourceQueries.graphNotes(stack), enabled: needsNotes })
  const pending = status.hasUnknown ? notes.data?.pending : undefined
  const reports = useMemo(() => ({ ...status.reports, pending }), [status.reports, pending])
  return { sides, changes, timeline, diff, alarms, notes, reports, isOver: status.isOver }
}

type OverlayQuery = { error: Error | null; isFetching: boolean; refetch: () => unknown }

const EMPTY: Overlay = { classes: [], of: [], absent: [] }

function ofGraph(kind: OverlayChoice['kind'], graph: GraphColumns): Overlay | undefined {
  if (kind === 'type') return typeOverlay(graph)
  return kind === 'provider' ? providerOverlay(graph) : undefined
}

type Timeline = {
  urns: readonly string[]
  steps: readonly { urn: number; op: string; begin: number | null; end: number | null }[]
}

const withUrns = ({ urns, steps }: Timeline) => steps.map(({ urn, ...step }) => ({ ...step, urn: urns[urn] ?? '' }))

/** The update of an overlay: the newest if no version is given. Its id is empty until the server has answered. */
function useRun(stack: StackRef, { kind, version }: OverlayChoice) {
  const isNeeded = kind === 'update' || kind === 'durations'
  const list = useQuery({ ...updateQueries.list(stack), enabled: isNeeded })
  const updates: readonly UpdateBrief[] = list.data?.updates ?? []
  const onPage = version === undefined ? updates[0] : updates.find((each) => each.version === version)
  const isOlder = isNeeded && version !== undefined && list.data !== undefined && onPage === undefined
  const one = useQuery({ ...updateQueries.byVersion(stack, version ?? 0), enabled: isOlder })
  const run = onPage ?? (isOlder ? one.data : undefined)
  return {
    /** Undefined until the server has answered. */
    brief: run,
    id: run?.id ?? '',
    version: run?.version ?? version,
    status: run?.status,
    isPreview: run?.dryRun ?? false,
    updates,
    isMissing: isNeeded && list.data !== undefined && run === undefined && !one.isFetching,
    error: list.error ?? (isOlder ? one.error : null),
  }
}

/** The progress of the last run and open alarms, which the status shows too. Requested only if there are such. */
function useStatusReports(stack: StackRef, isNeeded: boolean) {
  const { data: detail } = useQuery({ ...stackQueries.detail(stack), enabled: isNeeded })
  const run = detail?.lastUpdate
  const isOdd = run && !run.dryRun && run.status !== 'succeeded' && run.status !== 'not started'
  const progress = useQuery({ ...updateQueries.progress(stack, run?.id ?? ''), enabled: isNeeded && isOdd === true })
  const hasAlarms = detail !== undefined && !WITHOUT_ALARMS.has(detail.health)
  const alarms = useQuery({
    ...untrackedQueries.alarms({ stack: fullName(stack) }),
    enabled: isNeeded && hasAlarms,
  })
  const runProgress = isOdd ? progress.data : undefined
  const openAlarms = hasAlarms ? alarms.data?.alarms : undefined
  const reports = useMemo(() => ({ run: runProgress, alarms: openAlarms }), [runProgress, openAlarms])
  // A running update has its operations in progress.
  const isOver = run?.status !== 'running'
  return { reports, isOver, hasUnknown: isNeeded && isOver && (detail?.pendingCount ?? 0) > 0 }
}

/** The health of stacks without open alarms. */
const WITHOUT_ALARMS: ReadonlySet<Health> = new Set([
  'unknownOutputs',
  'pendingCreates',
  'pending',
  'failed',
  'broken',
  'tooNew',
  'brokenReferences',
  'awaitingApproval',
  'notProgressing',
  'blocking',
  'slow',
  'running',
  'ok',
  'empty',
])
