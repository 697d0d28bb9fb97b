/** A command of a user, or a run with everything that follows; it throws if the result is not as expected. */
export type CliStep = { title: string; run(): Promise<void> }
