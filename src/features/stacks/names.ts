import type { UpdateBrief } from '#contract/updates.ts'
import { stalledBy } from '#domain/lease/lease.ts'
import { verdictWord } from '#src/ui/verdictLooks.ts'

const kinds = {
  update: 'Update',
  preview: 'Preview',
  refresh: 'Refresh',
  destroy: 'Destroy',
  import: 'Import',
  rename: 'Rename',
  recovery: 'Recovery',
} as const satisfies Record<UpdateBrief['kind'], string>

const endings = {
  'not started': 'not started',
  running: 'running',
  succeeded: 'succeeded',
  failed: 'failed',
  cancelled: 'cancelled',
  expired: 'interrupted',
} as const satisfies Record<UpdateBrief['status'], string>

/** `Update 12`. */
export const updateTitle = ({ kind, version }: Pick<UpdateBrief, 'kind' | 'version'>): string =>
  `${kinds[kind]}${version === null ? '' : ` ${version}`}`

/** `Update 12 failed`, `Recovery 13 succeeded`, `Update 14 not responding`. */
export const updateWords = ({
  kind,
  version,
  status,
  isWaiting,
  verdict,
}: Pick<UpdateBrief, 'kind' | 'version' | 'status' | 'verdict'> & { isWaiting?: boolean | undefined }): string => {
  const stalled = stalledBy({ status, verdict, isWaiting })
  return `${updateTitle({ kind, version })} ${stalled ? verdictWord(stalled) : endings[status]}`
}
