import { useMemo } from 'react'
import { z } from 'zod'
import { useKeptState } from '#src/lib/keptState.ts'
import { addressState, useAddressState } from '#src/lib/useAddressState.ts'
import type { Span } from './view.ts'

const address = addressState({
  find: z.string().default(''),
  view: z.literal('table').optional(),
  unchanged: z.literal('true').optional(),
  row: z.string().optional(),
})

const NONE: string[] = []
const isUrns = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((urn) => typeof urn === 'string')

const isZoom = (value: unknown): value is Span | null => {
  const { from, to } = Object(value) as Partial<Span>
  return value === null || (typeof from === 'number' && typeof to === 'number' && from < to)
}

/**
 * What the user sees of a run that began at `from` and took `whole` milliseconds. Search, table and selected resource
 * are in the address (`?find=`, `?view=table`, `?unchanged=true`, `?row=`); zoom and closed rows are kept over a reload.
 */
export function useTimelineChoice(from: number, whole: number) {
  const [choice, change] = useAddressState(address)
  const [foldedUrns, setFolded] = useKeptState(`${from} folded`, isUrns, NONE)
  const [zoom, setZoom] = useKeptState(`${from} zoom`, isZoom, null)
  const folded = useMemo(() => new Set(foldedUrns), [foldedUrns])
  return {
    ...choice,
    change,
    select: (row: string | undefined) => change({ row }),
    folded,
    toggle: (urn: string) => setFolded([...folded.symmetricDifference(new Set([urn]))]),
    isZoomed: zoom !== null,
    span: zoom ?? { from: 0, to: whole },
    setSpan: (next: Span) => setZoom(next.from <= 0 && next.to >= whole ? null : next),
    showWhole: () => setZoom(null),
  }
}
export type TimelineChoice = ReturnType<typeof useTimelineChoice>
