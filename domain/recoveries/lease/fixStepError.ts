import { exportTo, preview, refreshPreview, stateRepair } from '../../commands.ts'
import type { Facts, GuidedRecovery } from '../guidedRecovery.ts'
import { messageEvidence, recognisedFor } from '../resources/recognised.ts'
import { check, nothingIsPending, stateIsValid } from '../check.ts'

/** Whether the engine's own check of the new state failed, by its messages; otherwise storage or network failed. */
const isSelfCheck = (facts: Facts): boolean =>
  facts.integrity.length > 0 ||
  facts.messages.some(({ text }) =>
    /failed to verify snapshot|after mutation of snapshot|snapshot integrity/i.test(text),
  )

/** A step that could not be recorded (GR-33). */
export const fixStepError: GuidedRecovery = {
  id: 'fix-step-error',
  number: 33,
  phase: 'rest',
  title: 'A step could not be recorded',
  commands: 'compare',
  offer: { in: 'guides', text: 'A pre-step or post-step error in the log.' },
  docs: {
    documented: 'Report it; edit the JSON',
    does: 'Tells storage from self-check; names the last valid version; repairs, or restores it',
    refuses: 'To continue on an invalid state',
  },
  finding: (facts) => {
    const found = recognisedFor(facts, 'fix-step-error')
    if (found.length === 0) return undefined
    return {
      isOfLastRun: true,
      tone: 'attention',
      title: 'The last run could not record a step',
      explanation: isSelfCheck(facts)
        ? 'The engine produced an invalid state: an engine bug. The version before is kept here.'
        : 'Saving failed because of the network or a server: what was in flight is pending, what was saved before is safe.',
      evidence: messageEvidence(facts, found),
      couldBeLost:
        'The record of the step: a post-step error means that it was done, a pre-step error that it was not started.',
      level: 0,
      items: [],
    }
  },
  guide: (facts) => {
    const { stack, pending, integrity, versions } = facts
    const sound = versions.find(({ finding }) => finding === null)
    return {
      explanation: isSelfCheck(facts)
        ? 'Keep everything that a bug report needs, then repair the state or restore the version before.'
        : 'Fix the connection first, resolve what is pending, then run again.',
      steps: isSelfCheck(facts)
        ? [
            {
              text: 'Keep the state as it is now, with the command, the versions and the log.',
              commands: [exportTo(stack, 'broken.json'), 'pulumi about'],
            },
            { text: 'Repair it here (order and references), or in a terminal.', commands: [stateRepair(stack)] },
            ...(sound ? [{ text: `Or restore version ${sound.version}, the newest valid one.`, commands: [] }] : []),
            { text: 'See what would change.', commands: [refreshPreview(stack), preview(stack)] },
          ]
        : [
            { text: 'Check whether this server can be reached and has disk space (see /readyz).', commands: [] },
            {
              text: 'Resolve pending operations: a post-step error means that the step was done in the cloud.',
              commands: [],
            },
            { text: 'Check what is there, then run again.', commands: [refreshPreview(stack), preview(stack)] },
          ],
      never: ['Don’t run pulumi up before the pending operations are resolved: it creates again what was created.'],
      checks: [
        stateIsValid(integrity),
        nothingIsPending(pending),
        check(
          recognisedFor(facts, 'fix-step-error').length === 0,
          'The last update recorded all its steps.',
          'The last update could not record a step.',
        ),
      ],
      stopAndAsk: [],
    }
  },
}
