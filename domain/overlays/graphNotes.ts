import type { GraphNotes } from '#contract/resources.ts'
import { brokenReferences } from '../state/brokenReferences.ts'
import type { Deployment } from '../state/checkpoint.ts'
import { pendingRows } from '../state/resourceRows.ts'
import { aroundUnknown, namesIn } from './aroundUnknown.ts'

/** Data for overlays of the graph in addition to its columns. */
export function graphNotes(version: number, deployment: Deployment): GraphNotes {
  const resources = deployment.resources ?? []
  const names = namesIn(deployment)
  return {
    version,
    modified: resources.map(({ modified, created }) => secondsOf(modified ?? created)),
    pending: pendingRows(deployment).map((row) => ({ ...row, names: names[row.index] ?? [] })),
    around: aroundUnknown(deployment, names),
    dangling: brokenReferences(resources),
  }
}

function secondsOf(instant: string | undefined): number {
  const ms = Date.parse(instant ?? '')
  return Number.isNaN(ms) ? -1 : Math.floor(ms / 1000)
}
