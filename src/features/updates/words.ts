import type { StackRef } from '#contract/common.ts'
import type { UpdateBrief } from '#contract/updates.ts'
import { counted, plural } from '#words/counts.ts'
import { durationText } from '#words/time.ts'
import { paths } from '#src/lib/paths.ts'

const kinds = {
  update: 'Update',
  preview: 'Preview',
  refresh: 'Refresh',
  destroy: 'Destroy',
  import: 'Import',
  rename: 'Rename',
  recovery: 'Recovery',
} as const satisfies Record<UpdateBrief['kind'], string>

type Named = Pick<UpdateBrief, 'kind' | 'version' | 'dryRun'>

/** The kind of a run: `Update`, `Preview of destroy`. A dry run of a kind other than `preview` is a preview too. */
export const kindWords = ({ kind, dryRun }: Pick<UpdateBrief, 'kind' | 'dryRun'>): string =>
  dryRun && kind !== 'preview' ? `Preview of ${kinds[kind].toLowerCase()}` : kinds[kind]

/** `Update 12`, `Preview`: previews have no version (docs/protocol.md, Updates). */
export const runTitle = (run: Named): string =>
  run.version === null || run.dryRun ? kindWords(run) : `${kindWords(run)} ${run.version}`

/** Address of a run: the one that the CLI prints (docs/protocol.md, Console addresses). */
export const runPath = (
  stack: StackRef,
  { id, version, dryRun }: Pick<UpdateBrief, 'id' | 'version' | 'dryRun'>,
): string => (dryRun || version === null ? paths.preview(stack, id) : paths.update(stack, version))

/** The place of late reports on the page of a run. */
export const LATE_REPORTS = 'late-reports'

export const reportsPath = (stack: StackRef, run: Parameters<typeof runPath>[1]): string =>
  `${runPath(stack, run)}#${LATE_REPORTS}`

/** How many steps of a run rules refused so far, and for how long others waited, which counts from a second on. */
export function ruleTally(approvals: UpdateBrief['approvals']): { refused: number; waitedMs: number } {
  const { refused = 0, waitedMs = 0 } = approvals ?? {}
  return { refused, waitedMs: waitedMs < 1_000 ? 0 : waitedMs }
}

/** The same in words: `2 steps were refused, waited for approval 4m`; undefined for most runs. */
export function ruleWords(approvals: UpdateBrief['approvals']): string | undefined {
  const { refused, waitedMs } = ruleTally(approvals)
  const parts = [
    ...(refused > 0 ? [`${counted(refused, 'step')} ${plural(refused, 'was', 'were')} refused`] : []),
    ...(waitedMs > 0 ? [`waited for approval ${durationText(waitedMs)}`] : []),
  ]
  return parts.length === 0 ? undefined : parts.join(', ')
}

/** `0123456`, short for a commit. */
export const shortCommit = (head: string): string => head.slice(0, 7)

export const isRunning = ({ status }: Pick<UpdateBrief, 'status'>): boolean =>
  status === 'running' || status === 'not started'

export const statusWords = {
  'not started': 'Not started',
  running: 'Running',
  succeeded: 'Succeeded',
  failed: 'Failed',
  cancelled: 'Cancelled',
  expired: 'Interrupted',
} as const satisfies Record<UpdateBrief['status'], string>

/** How many operations a run left with an unknown outcome. What is pending after one that succeeded, an earlier one left. */
export const leftUnknown = ({ status, pendingLeft }: Pick<UpdateBrief, 'status' | 'pendingLeft'>): number =>
  status === 'succeeded' ? 0 : pendingLeft
