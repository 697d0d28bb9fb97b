// Screens with `HOLDFAST_JITTER=1 npm run test:unit -- --project screens`: answers come late and in another order, and
// what React does later it does later still, as on a machine that is busy elsewhere. A test that reads at once what
// comes later fails here every time, instead of once in a hundred runs.
import { afterAll } from 'vitest'

const setImmediateOfNode = globalThis.setImmediate

const LONGEST_ANSWER_MS = 80
const LONGEST_TURN_MS = 12
export const isJittery = Boolean(process.env['HOLDFAST_JITTER'])

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Waits as long as a busy server may take, when asked for; else not at all. */
export const late = () => (isJittery ? after(Math.random() * LONGEST_ANSWER_MS) : Promise.resolve())

if (isJittery) {
  // React's scheduler takes its turns by this function, which it reads once when it is loaded.
  const inAnotherTurn = (callback: (...values: unknown[]) => void, ...values: unknown[]) =>
    setImmediateOfNode(() => setTimeout(callback, Math.random() * LONGEST_TURN_MS, ...values))
  Object.assign(globalThis, { setImmediate: inAnotherTurn })
  afterAll(() => after(2 * LONGEST_TURN_MS)) // a turn that was put off ends before the page is gone
}
