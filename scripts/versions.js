// The versions of Node that Holdfast can start under and runs on.

/** What runs the product and its tests; package-lock.json pins the exact version. */
export const EXPECTED_NODE = '24'

/** @type {readonly [number, number]} */
const OLDEST_TO_START = [20, 11] // import.meta.dirname and `npm ci` as we call it
/** @type {readonly [number, number]} */
const OLDEST_TO_RUN = [24, 0] // runs TypeScript without a flag, knows Intl.DurationFormat

/**
 * True if this version of Node can run the product itself.
 *
 * @param {string} version
 */
export const isNewEnough = (version) => isAtLeast(version, OLDEST_TO_RUN)

/**
 * Ends the process with one sentence under a Node that cannot even install.
 *
 * @param {string} version
 */
export function refuseOldNode(version) {
  if (isAtLeast(version, OLDEST_TO_START)) return
  console.error(`Holdfast needs Node 20.11 or newer to start; this is Node ${version}.`)
  process.exit(1)
}

/**
 * @param {string} version
 * @param {readonly [number, number]} oldest
 */
function isAtLeast(version, [major, minor]) {
  const [a = 0, b = 0] = version.split('.').map(Number)
  return a > major || (a === major && b >= minor)
}
