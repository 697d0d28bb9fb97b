import { focusPicture, type FocusPicture, heightOf } from './focusPicture.ts'
import type { Question, Reached } from './reach.ts'
import { ALL_RELATIONS, RELATION } from './relationKinds.ts'
import type { Relations } from './relations.ts'

/** More cards below each other are bundled: the table below the picture lists all. */
const MOST_ROWS = 6

/** Relations that only set an order pass no replacement on. */
const KINDS: Readonly<Record<Question, number>> = {
  delete: ALL_RELATIONS,
  needs: ALL_RELATIONS,
  replace: ALL_RELATIONS & ~(RELATION.dependency | RELATION.parent),
}

type Given = {
  question: Question
  roots: readonly number[]
  reached: readonly Reached[]
  relations: Relations
  typeOf: (index: number) => string
  width: number
  opened?: { column: number; key: string } | undefined
}

/** What is reached from some resources in columns by step: dependents to their right, what they need to their left. */
export function reachPicture({ question, roots, reached, width, opened, ...rest }: Given): FocusPicture {
  const [focus = -1, ...also] = roots
  const steps = stepsOf(reached)
  const sides = question === 'needs' ? { needs: steps, neededBy: [] } : { needs: [], neededBy: steps }
  const rows = Math.max(roots.length, ...steps.map(({ length }) => length), opened ? MOST_ROWS : 0)
  const size = { width, height: heightOf(Math.min(rows, MOST_ROWS)) }
  return focusPicture({ ...rest, neighbourhood: { focus, also, ...sides }, kinds: KINDS[question], size, opened })
}

/** Reached resources by their distance, nearest first, in the order of the state. */
function stepsOf(reached: readonly Reached[]): number[][] {
  const steps = [...Map.groupBy(reached, ({ distance }) => distance)].toSorted(([a], [b]) => a - b)
  return steps.map(([, members]) => members.map(({ index }) => index).toSorted((a, b) => a - b))
}
