/** The oldest CLI for each feature of schema version 4 (docs/state.md, Versions and features). */
const OLDEST_CLI: Readonly<Record<string, string>> = {
  refreshBeforeUpdate: '3.183',
  views: '3.183',
  hooks: '3.183',
  taint: '3.192',
  replaceWith: '3.207',
  'snippets-prototype': '3.246',
  extensionParameterization: '3.249',
  byteString: '3.254',
}

/** The oldest CLI that reads states with a feature, as `3.183`; undefined for an unknown feature. */
export const oldestCli = (feature: string): string | undefined =>
  Object.hasOwn(OLDEST_CLI, feature) ? OLDEST_CLI[feature] : undefined

/** Whether a CLI, by its version (`3.260.0` or `v3.260.0`), is known to be too old for a feature. */
export function isTooOld(cliVersion: string, feature: string): boolean {
  const [, major, minor] = /^v?(\d+)\.(\d+)/.exec(cliVersion) ?? []
  const [wantedMajor = 0, wantedMinor = 0] = (oldestCli(feature) ?? '0.0').split('.').map(Number)
  if (major === undefined) return false
  return Number(major) < wantedMajor || (Number(major) === wantedMajor && Number(minor) < wantedMinor)
}
