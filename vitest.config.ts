import { defineConfig } from 'vitest/config'

const limits = { testTimeout: 15_000, hookTimeout: 15_000, restoreMocks: true }

/** Rules, stores and protocol run in Node; screens run the real application in happy-dom. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...limits,
          name: 'node',
          environment: 'node',
          include: ['{words,contract,domain,server,mocks,testing,bench,scripts,src}/**/*.test.ts', 'scripts/*.test.js'],
        },
      },
      {
        test: {
          ...limits,
          name: 'screens',
          environment: 'happy-dom',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['./vitest.screens.ts'],
        },
      },
    ],
  },
})
