import type { Deps } from '#server/deps.ts'

/** The settings of an app in the page or in tests: those of a service that was given none. */
export const usualSettings = (publicUrl: string, version: string): Deps['settings'] => ({
  publicUrl,
  consoleUrls: [publicUrl],
  version,
  dataPath: null,
  advertiseDelta: false,
  maxBodyBytes: 256 * 1024 * 1024,
  notProgressingAfterS: 15 * 60,
  sessionIdleMs: 12 * 3600 * 1000,
  sessionMaxMs: 7 * 24 * 3600 * 1000,
})
