import type { UpdateBrief } from '#contract/updates.ts'

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

/** `Update 12 failed`, `Recovery 13 succeeded`, `Update 14 waiting for approval`. */
export const updateWords = ({
  kind,
  version,
  status,
  isWaiting = false,
}: Pick<UpdateBrief, 'kind' | 'version' | 'status'> & { isWaiting?: boolean | undefined }): string =>
  `${updateTitle({ kind, version })} ${isWaiting ? 'waiting for approval' : endings[status]}`
