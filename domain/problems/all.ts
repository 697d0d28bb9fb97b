// Generated from the problems' files by `npm run recoveries`; do not edit.
import { bucketFile } from './buckets/bucketFile.ts'
import { bucketLock } from './buckets/bucketLock.ts'
import { cloudfrontEtag } from './clouds/cloudfrontEtag.ts'
import { ingressWithoutAddress } from './clouds/ingressWithoutAddress.ts'
import { pluginMissing } from './clouds/pluginMissing.ts'
import { providerDowngraded } from './clouds/providerDowngraded.ts'
import { cannotConnect } from './connection/cannotConnect.ts'
import { internalServerError } from './connection/internalServerError.ts'
import { proxy } from './connection/proxy.ts'
import { conflict } from './lease/conflict.ts'
import { leaseNotRenewed } from './lease/leaseNotRenewed.ts'
import { slowUpdates } from './looking/slowUpdates.ts'
import { verboseLogs } from './looking/verboseLogs.ts'
import { cliTooOld } from './state/cliTooOld.ts'
import { editState } from './state/editState.ts'
import { integrity } from './state/integrity.ts'
import { moveBackend } from './state/moveBackend.ts'
import { projectRenamed } from './state/projectRenamed.ts'
import { secrets } from './state/secrets.ts'
import { destroyFails } from './update/destroyFails.ts'
import { interruptedUpdate } from './update/interruptedUpdate.ts'
import { refreshForgot } from './update/refreshForgot.ts'
import { stepErrors } from './update/stepErrors.ts'
import { unknownState } from './update/unknownState.ts'
import type { KnownProblem } from './problem.ts'

/** All problems, in the order of the list. */
export const problems: readonly KnownProblem[] = [
  conflict,
  leaseNotRenewed,
  interruptedUpdate,
  stepErrors,
  unknownState,
  destroyFails,
  refreshForgot,
  integrity,
  editState,
  projectRenamed,
  cliTooOld,
  secrets,
  moveBackend,
  internalServerError,
  cannotConnect,
  proxy,
  pluginMissing,
  providerDowngraded,
  cloudfrontEtag,
  ingressWithoutAddress,
  bucketLock,
  bucketFile,
  slowUpdates,
  verboseLogs,
]
