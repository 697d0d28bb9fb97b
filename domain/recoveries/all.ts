// Generated from the recoveries' files by `npm run recoveries`; do not edit.
import { removeLockFile } from './backend/removeLockFile.ts'
import { restoreCheckpoint } from './backend/restoreCheckpoint.ts'
import { upgradeBackend } from './backend/upgradeBackend.ts'
import { breakCycle } from './integrity/breakCycle.ts'
import { fixEntry } from './integrity/fixEntry.ts'
import { fixReferences } from './integrity/fixReferences.ts'
import { resolveDuplicates } from './integrity/resolveDuplicates.ts'
import { restoreProvider } from './integrity/restoreProvider.ts'
import { cancelUpdate } from './lease/cancelUpdate.ts'
import { fixNetwork } from './lease/fixNetwork.ts'
import { fixStepError } from './lease/fixStepError.ts'
import { lostLease } from './lease/lostLease.ts'
import { nothingToCancel } from './lease/nothingToCancel.ts'
import { releaseLease } from './lease/releaseLease.ts'
import { adoptCreate } from './pending/adoptCreate.ts'
import { clearCreate } from './pending/clearCreate.ts'
import { clearOperations } from './pending/clearOperations.ts'
import { compareCreate } from './pending/compareCreate.ts'
import { discardCreate } from './pending/discardCreate.ts'
import { finishReplacement } from './pending/finishReplacement.ts'
import { readOutputs } from './pending/readOutputs.ts'
import { resolveOperations } from './pending/resolveOperations.ts'
import { resolveUnknownState } from './pending/resolveUnknownState.ts'
import { resolveUntracked } from './pending/resolveUntracked.ts'
import { finishDestroy } from './resources/finishDestroy.ts'
import { fixUnhealthy } from './resources/fixUnhealthy.ts'
import { installPlugin } from './resources/installPlugin.ts'
import { refreshEtag } from './resources/refreshEtag.ts'
import { removeOldEntries } from './resources/removeOldEntries.ts'
import { removeProtection } from './resources/removeProtection.ts'
import { fixSecrets } from './state/fixSecrets.ts'
import { renameStack } from './state/renameStack.ts'
import { restoreLostEntries } from './state/restoreLostEntries.ts'
import { restoreVersion } from './state/restoreVersion.ts'
import { rewriteForeignState } from './state/rewriteForeignState.ts'
import { upgradeCli } from './state/upgradeCli.ts'

/** All recoveries, in the order of triage. */
export const recoveries = [
  cancelUpdate,
  releaseLease,
  nothingToCancel,
  removeLockFile,
  lostLease,
  restoreCheckpoint,
  upgradeCli,
  fixSecrets,
  fixReferences,
  restoreProvider,
  resolveDuplicates,
  fixEntry,
  breakCycle,
  readOutputs,
  clearOperations,
  clearCreate,
  adoptCreate,
  discardCreate,
  compareCreate,
  resolveOperations,
  finishReplacement,
  resolveUntracked,
  removeOldEntries,
  fixUnhealthy,
  installPlugin,
  removeProtection,
  restoreLostEntries,
  restoreVersion,
  finishDestroy,
  refreshEtag,
  renameStack,
  rewriteForeignState,
  upgradeBackend,
  fixNetwork,
  resolveUnknownState,
  fixStepError,
]
