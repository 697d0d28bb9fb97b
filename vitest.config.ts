import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const common = {
  // Files share a process one after the other: loading the application anew for each took a third of the time. So nothing
  // may outlive a test; what the page keeps at module scope `testing/screens/clean.ts` puts back.
  isolate: false,
  restoreMocks: true,
  unstubGlobals: true,
  testTimeout: 180_000, // ends what hangs, also beside ten busy processes; how fast something is the benchmarks tell
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } }, // a busy machine may take many seconds for what is awaited
  execArgv: ['--max-semi-space-size=64'], // fewer collections of short-lived objects: 3 % less processor time
}

/** Rules, stores and protocol run in Node; screens run the real application in happy-dom. */
export default defineConfig({
  test: {
    maxWorkers: Math.max(2, availableParallelism() - 1), // Vitest's own choice is one on a machine with two cores
    projects: [
      {
        test: {
          ...common,
          name: 'node',
          environment: 'node',
          include: [
            '{words,contract,domain,server,mocks,testing,bench,scripts,src}/**/*.test.ts',
            'scripts/**/*.test.js',
          ],
        },
      },
      {
        test: {
          ...common,
          name: 'screens',
          environment: 'happy-dom',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['./testing/screens/clean.ts'],
        },
      },
    ],
  },
})
