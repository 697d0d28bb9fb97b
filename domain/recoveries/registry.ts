import type { RecoveryId } from '#contract/recoveryId.ts'
import { adoptCreate } from './pending/adoptCreate.ts'
import { discardCreate } from './pending/discardCreate.ts'
import { fixReferences } from './integrity/fixReferences.ts'
import { restoreProvider } from './integrity/restoreProvider.ts'
import { resolveDuplicates } from './integrity/resolveDuplicates.ts'
import { fixEntry } from './integrity/fixEntry.ts'
import { breakCycle } from './integrity/breakCycle.ts'
import { restoreVersion } from './state/restoreVersion.ts'
import { upgradeCli } from './state/upgradeCli.ts'
import { installPlugin } from './resources/installPlugin.ts'
import { removeProtection } from './resources/removeProtection.ts'
import { finishDestroy } from './resources/finishDestroy.ts'
import { removeOldEntries } from './resources/removeOldEntries.ts'
import { finishReplacement } from './pending/finishReplacement.ts'
import { refreshEtag } from './resources/refreshEtag.ts'
import { renameStack } from './state/renameStack.ts'
import { fixSecrets } from './state/fixSecrets.ts'
import { fixUnhealthy } from './resources/fixUnhealthy.ts'
import { rewriteForeignState } from './state/rewriteForeignState.ts'
import { lostLease } from './lease/lostLease.ts'
import { fixNetwork } from './lease/fixNetwork.ts'
import { resolveUnknownState } from './pending/resolveUnknownState.ts'
import { fixStepError } from './lease/fixStepError.ts'
import { restoreLostEntries } from './state/restoreLostEntries.ts'
import { resolveUntracked } from './pending/resolveUntracked.ts'
import type { GuidedRecovery } from './guidedRecovery.ts'
import { removeLockFile, restoreCheckpoint, upgradeBackend } from './backend/selfManaged.ts'
import { recoveryTitles } from './titles.ts'

/** The recoveries of the common frame; lease and pending operations have their own (lease/, pending/). */
const all: readonly GuidedRecovery[] = [
  removeLockFile,
  adoptCreate,
  discardCreate,
  fixReferences,
  restoreProvider,
  resolveDuplicates,
  fixEntry,
  breakCycle,
  restoreVersion,
  restoreCheckpoint,
  upgradeCli,
  installPlugin,
  removeProtection,
  finishDestroy,
  removeOldEntries,
  finishReplacement,
  refreshEtag,
  renameStack,
  fixSecrets,
  fixUnhealthy,
  rewriteForeignState,
  upgradeBackend,
  lostLease,
  fixNetwork,
  resolveUnknownState,
  fixStepError,
  restoreLostEntries,
  resolveUntracked,
]

const order = Object.keys(recoveryTitles)

/** In the order of triage (docs/recovery.md, Order of triage). */
export const guidedRecoveries: readonly GuidedRecovery[] = all.toSorted(
  (a, b) => order.indexOf(a.id) - order.indexOf(b.id),
)

export const guidedRecovery = (id: RecoveryId): GuidedRecovery | undefined =>
  guidedRecoveries.find((recovery) => recovery.id === id)
