/** The outcome of a call of the client: `stored`, or the error that it printed. */
export const answerOf = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'stored',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
