import type { z } from 'zod'
import type { Clue as ClueSchema } from '#contract/recoveryId.ts'

/** A value that helps to find the object of a pending operation, with what it is. */
export type Clue = z.infer<typeof ClueSchema>

/** The inputs, of a resource or of its provider, that say where an object is, by their labels. */
export const PLACES = {
  region: 'Region',
  location: 'Location',
  zone: 'Zone',
  project: 'Project',
  accountId: 'Account',
  allowedAccountIds: 'Account',
  subscriptionId: 'Subscription',
  tenantId: 'Tenant',
  organization: 'Organization',
  owner: 'Owner',
  cluster: 'Cluster',
  context: 'Cluster context',
  namespace: 'Namespace',
  profile: 'Profile',
  host: 'Host',
} as const

/** An account that no input names. */
export const BY_ARN = 'Account, by ARN'

const PLACE_LABELS: ReadonlySet<string> = new Set([...Object.values(PLACES), BY_ARN, 'metadata.namespace'])

/** Whether a clue is about the place of the object (account, region, project…), not one of its names. */
export const isPlace = ({ label }: Clue): boolean => PLACE_LABELS.has(label)

/** What says best where an object is, from the widest on. */
const WHERE: readonly string[] = [
  PLACES.tenantId,
  PLACES.subscriptionId,
  PLACES.accountId,
  BY_ARN,
  PLACES.project,
  PLACES.cluster,
  PLACES.context,
  PLACES.region,
  PLACES.location,
  PLACES.zone,
]

/** Whether the account is only known by where the other resources of the provider are. */
export const isByArn = (clues: readonly Clue[]): boolean =>
  clues.some(({ label }) => label === BY_ARN) && !clues.some(({ label }) => label === PLACES.accountId)

/** The place of an object in words: `account 123456789012, eu-central-1`; '' if no clue tells. */
export function placeWords(clues: readonly Clue[]): string {
  return WHERE.flatMap((label) => {
    const value = clues.find((clue) => clue.label === label)?.value
    if (value === undefined) return []
    // A region or zone is known by its look.
    const isBare = /^(Region|Location|Zone)$/.test(label)
    return isBare ? value : `${label === BY_ARN ? 'account' : label.toLowerCase()} ${value}`
  }).join(', ')
}
