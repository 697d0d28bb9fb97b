import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { ChangeRow, UpdateBrief } from '#contract/updates.ts'
import { updateQueries } from '#src/api/updates.ts'
import { opGroup } from '#domain/events/opGroups.ts'
import { opLooks, outcomeWords } from '#src/features/updates/operations.ts'
import { runPath, runTitle } from '#src/features/updates/words.ts'
import type { Tone } from '#src/ui/tone.ts'

/** What the last update did to a resource, in a word. */
export type Touch = { word: string; sign: string; tone: Tone }

export type LastUpdate = {
  /** `Update 214`, and its address. */
  title: string
  path: string
  run: UpdateBrief
  /** Undefined for unchanged resources. */
  touchOf: (urn: string) => Touch | undefined
}

/** Kinds that run steps; an edit in the console changes a state and no resource. */
const RUNS: ReadonlySet<UpdateBrief['kind']> = new Set(['update', 'refresh', 'destroy'])

/**
 * The newest update that ran steps, or the one that left a past version, and what it touched; undefined until known, null
 * if there is none.
 */
export function useLastUpdate(stack: StackRef, past?: number): LastUpdate | null | undefined {
  const list = useQuery({ ...updateQueries.list(stack), enabled: past === undefined })
  const one = useQuery({ ...updateQueries.byVersion(stack, past ?? 0), enabled: past !== undefined })
  const page = past === undefined ? list.data : one.data && { updates: [one.data] }
  const run = page?.updates.find(({ kind, dryRun, version }) => RUNS.has(kind) && !dryRun && version !== null)
  const { data: changes } = useQuery({ ...updateQueries.changes(stack, run?.id ?? ''), enabled: run !== undefined })
  const touches = useMemo(() => touchesOf(changes?.rows ?? []), [changes])
  if (page && !run) return null
  if (!run || !changes) return undefined
  return { title: runTitle(run), path: runPath(stack, run), run, touchOf: (urn) => touches.get(urn) }
}

type Row = Pick<ChangeRow, 'urn' | 'op' | 'state' | 'diffs'>

/** By URN, without unchanged resources. */
export function touchesOf(rows: readonly Row[]): ReadonlyMap<string, Touch> {
  const touches = new Map<string, Touch>()
  for (const row of rows) {
    const touch = touchBy(row)
    if (touch) touches.set(row.urn, touch)
  }
  return touches
}

function touchBy({ op, state, diffs }: Row): Touch | undefined {
  const group = opGroup(op)
  const look = opLooks[group]
  if (state === 'failed' || state === 'refused')
    return { word: outcomeWords({ op, state }, { isPreview: false }), sign: '!', tone: 'danger' }
  // A refresh touches only resources that it finds changed.
  if (group === 'same' || group === 'read' || (group === 'refresh' && diffs.length === 0)) return undefined
  if (state === 'waiting' || state === 'allowed')
    return { word: outcomeWords({ op, state }, { isPreview: false }), sign: look.sign, tone: 'waiting' }
  if (state === 'running') return { word: look.doing, sign: look.sign, tone: 'running' }
  if (state === 'unknown') return { word: `${look.word}: outcome unknown`, sign: '?', tone: 'attention' }
  return { word: look.done, sign: look.sign, tone: look.tone }
}
