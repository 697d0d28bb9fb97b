import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import type { Session } from '#contract/session.ts'
import { sessionQueries } from '#src/api/session.ts'

/** The organization of a page in an address. */
export const OrgParameter = z.string().optional()

/** The organization that the address names, else the first one. */
export const orgIn = (org: string | undefined, { organizations }: Pick<Session, 'organizations'>): string =>
  org ?? organizations[0] ?? ''

/** The same, in a loader. */
export const orgOf = async (client: QueryClient, org: string | undefined): Promise<string> =>
  orgIn(org, await client.ensureQueryData(sessionQueries.current()))
