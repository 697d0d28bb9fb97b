import { activityEndpoints } from './endpoints/activity.ts'
import { approvalEndpoints } from './endpoints/approvals.ts'
import { auditEndpoints } from './endpoints/audit.ts'
import { backendEndpoints } from './endpoints/backends.ts'
import { deletedStackEndpoints } from './endpoints/deletedStacks.ts'
import { editEndpoints } from './endpoints/edits.ts'
import { leaseEndpoints } from './endpoints/leases.ts'
import { lockEndpoints } from './endpoints/locks.ts'
import { untrackedEndpoints } from './endpoints/untracked.ts'
import { recoveryEndpoints } from './endpoints/recoveries.ts'
import { organizationEndpoints } from './endpoints/organizations.ts'
import { preferenceEndpoints } from './endpoints/preferences.ts'
import { resourceEndpoints } from './endpoints/resources.ts'
import { retentionEndpoints } from './endpoints/retention.ts'
import { reviewEndpoints } from './endpoints/reviews.ts'
import { searchEndpoints } from './endpoints/search.ts'
import { sessionEndpoints } from './endpoints/session.ts'
import { stackSettingEndpoints } from './endpoints/stackSettings.ts'
import { stackEndpoints } from './endpoints/stacks.ts'
import { updateEndpoints } from './endpoints/updates.ts'
import { userEndpoints } from './endpoints/users.ts'
import { versionEndpoints } from './endpoints/versions.ts'

/**
 * All endpoints of the console's API. `:run` is the id of an update or preview. A page of the console imports only its
 * own part from `endpoints/`, so that it does not load the others.
 */
export const api = {
  ...sessionEndpoints,
  ...userEndpoints,
  ...organizationEndpoints,
  ...auditEndpoints,
  ...deletedStackEndpoints,
  ...retentionEndpoints,
  ...untrackedEndpoints,
  ...stackEndpoints,
  ...leaseEndpoints,
  ...activityEndpoints,
  ...searchEndpoints,
  ...preferenceEndpoints,
  ...stackSettingEndpoints,
  ...updateEndpoints,
  ...versionEndpoints,
  ...resourceEndpoints,
  ...editEndpoints,
  ...lockEndpoints,
  ...recoveryEndpoints,
  ...reviewEndpoints,
  ...backendEndpoints,
  ...approvalEndpoints,
} as const

export type Api = typeof api
