import { z } from 'zod'

/** The page number in an address. */
export const PageNumber = z.coerce.number().int().min(1).default(1)

/** The anchor of the lease card on the overview; a link to it works from every tab. */
export const LEASE_ANCHOR = 'lease'
