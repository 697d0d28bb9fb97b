import type { RecoveryId } from '#contract/recoveryId.ts'
import type { FirstCommands } from './firstCommands.ts'

/**
 * The order of triage (docs/recovery.md): what belongs to a phase waits until nothing of an earlier one is open, because
 * its facts may still change. Within a phase the catalogue's numbers decide.
 */
export const PHASES = {
  lease: 'Lease and lock',
  readable: 'A state that can be read',
  integrity: 'Integrity',
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
 * What every recovery says of itself, in a file of its own. The list of all of them, their order, titles, addresses and
 * the rows of docs/recovery.md are written from here by `npm run recoveries`.
 */
export type Recovery = {
  /** Says what it does; it is also the last part of its address, and never changes once released. */
  id: RecoveryId
  /** Its number in the catalogue, `GR-06` for 6: for docs/recovery.md and comments, never for a screen. */
  number: number
  phase: Phase
  /** The situation in a few words; there is no other with the same. */
  title: string
  /** What is safe to run first, for someone who comes with an error message. */
  commands: FirstCommands
  /** Also offered where nothing was found: under changes of the state, or under what is done elsewhere. */
  offer?: { in: 'changes' | 'guides'; text: string }
  /** Its row in docs/recovery.md, in Markdown. */
  docs: {
    /** What a person does by hand, as Pulumi's documentation has it. */
    documented: string
    does: string
    refuses: string
  }
}

/** What lists and pages need of a recovery, without its rules. */
export type CatalogueEntry = Omit<Recovery, 'id' | 'docs'> & { foundWith?: readonly RecoveryId[] }
