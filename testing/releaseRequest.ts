import type { z } from 'zod'
import type { RunRequest } from '#contract/recoveries.ts'
import { END } from '#domain/recoveries/lease/endUpdate.ts'

type Request = z.input<typeof RunRequest>
type Confirmation = Pick<Request, 'reason' | 'confirm'> & { statement?: string }

/** The request that ends the running update `updateId`, on the state that the user read. */
export const releaseRequest = (
  { basis, updateId }: { basis: Request['basis'] | null; updateId: string },
  { statement, ...confirmation }: Confirmation,
): Request => ({
  recovery: 'cancel-update',
  basis: basis ?? { version: 0, hash: '' },
  choices: [{ problem: updateId, option: END, ...(statement !== undefined && { statement }) }],
  ...confirmation,
})
