import type { Run } from './cli.ts'
import { CliRefusal } from './cliCalls.ts'
import type { Stage } from './story.ts'

/** The outcome of steps that rules hold: what they returned once they were allowed, or the refusal. */
export type HeldOutcome<Steps> = { steps: Steps } | { refusal: CliRefusal }

/**
 * Begins steps as a client does that waits for the answer, while the story goes on. Returns once the server asks for
 * approval; the function that it returns says how that ended, or undefined while it is open.
 */
export async function beginsHeld<Steps>(
  { deps }: Pick<Stage, 'deps'>,
  run: Run,
  begin: () => Promise<Steps>,
): Promise<() => HeldOutcome<Steps> | undefined> {
  let outcome: HeldOutcome<Steps> | undefined
  const asked = Promise.withResolvers<void>()
  const unsubscribe = deps.bus.subscribe((event) => {
    if (event.type === 'approval' && event.updateId === run.id) asked.resolve()
  })
  void begin().then(
    (steps) => (outcome = { steps }),
    (error: unknown) => (error instanceof CliRefusal ? (outcome = { refusal: error }) : asked.reject(error)),
  )
  await asked.promise
  unsubscribe()
  return () => outcome
}
