import type { RecoveryId } from '#contract/recoveryId.ts'
import type { FirstCommands } from './firstCommands.ts'

/**
 * The order of triage (docs/recovery.md): recoveries of a phase wait until all findings of earlier phases are resolved,
 * as these may still change the facts. Within a phase, the numbers of the catalogue decide.
 */
export const PHASES = {
  lease: 'Lease and lock',
  readable: 'A state that can be read',
  integrity: 'Integrity',
  outputs: 'Unknown outputs',
  pending: 'Pending operations',
  replaced: 'Half-done replacements and deletes',
  health: 'Health',
  providers: 'Providers',
  protection: 'Protection',
  lost: 'Lost resources',
  rest: 'The rest',
} as const
export type Phase = keyof typeof PHASES

/**
 * `lease`: about the update that holds the lease. `nothing`: it says so, and starts nothing. `operations`: asks for the
 * outcome of pending operations. `version`: restores the version in its address. `untracked`: the list of untracked
 * resources.
 */
export type RecoveryPage = 'guided' | 'lease' | 'nothing' | 'operations' | 'version' | 'untracked'

/**
 * The description of a recovery, in a file of its own. The list of all recoveries, their order, titles, addresses and
 * the rows of docs/recovery.md are generated from it by `npm run recoveries`.
 */
export type Recovery = {
  /** Names what the recovery does, and is the last part of its address; never changes once released. */
  id: RecoveryId
  /** Number in the catalogue, 6 for `GR-06`: for docs/recovery.md and comments, never shown on screen. */
  number: number
  phase: Phase
  /** The situation in a few words; unique. */
  title: string
  /** Commands that are safe to run first, for users who come with an error message. */
  commands: FirstCommands
  /** Its page, if it is not the guided one. */
  page?: Exclude<RecoveryPage, 'guided'>
  /**
   * Where the recovery is offered without a finding: among changes of the state, or among guides for work elsewhere.
   */
  offer?: { in: 'changes' | 'guides'; text: string }
  /** Its row in docs/recovery.md, in Markdown. */
  docs: {
    /** The manual steps, according to Pulumi's documentation. */
    documented: string
    does: string
    refuses: string
  }
}

/** The data of a recovery for lists and pages, without its rules. */
export type CatalogueEntry = Omit<Recovery, 'id' | 'docs'> & { foundWith?: readonly RecoveryId[] }
