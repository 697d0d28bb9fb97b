// Screens with `HOLDFAST_JITTER=1 npm run test:unit -- --project screens`: answers come late and in another order, and
// React's later work later still, as on a busy machine. A test that reads too early fails here every time, instead of
// once in a hundred runs.
const setImmediateOfNode = globalThis.setImmediate

const LONGEST_ANSWER_MS = 80
const LONGEST_TURN_MS = 12
const isJittery = Boolean(process.env['HOLDFAST_JITTER'])

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** With jitter, waits as long as a busy server may take; otherwise not at all. */
export const late = () => (isJittery ? after(Math.random() * LONGEST_ANSWER_MS) : Promise.resolve())

/** Waits for the delayed turns, which end before the page is removed. */
export const turnsTaken = () => (isJittery ? after(2 * LONGEST_TURN_MS) : Promise.resolve())

if (isJittery && !('isLate' in setImmediateOfNode)) {
  // React's scheduler runs its work by this function, which it reads once when it is loaded.
  const inAnotherTurn = (callback: (...values: unknown[]) => void, ...values: unknown[]) =>
    setImmediateOfNode(() => setTimeout(callback, Math.random() * LONGEST_TURN_MS, ...values))
  Object.assign(globalThis, { setImmediate: Object.assign(inAnotherTurn, { isLate: true }) })
}
