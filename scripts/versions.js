// The versions of Node that Holdfast can start under and runs on.

/** What runs the product and its tests; package-lock.json pins the exact version. */
export const EXPECTED_NODE = '24'

const OLDEST_TO_START = [20, 11] // import.meta.dirname and `npm ci` as we call it
const OLDEST_TO_RUN = [22, 18] // runs TypeScript without a flag

/** True if this version of Node can run the product itself. */
export const isNewEnough = (version) => isAtLeast(version, OLDEST_TO_RUN)

/** Ends the process with one sentence under a Node that cannot even install. */
export function refuseOldNode(version) {
  if (isAtLeast(version, OLDEST_TO_START)) return
  console.error(`Holdfast needs Node 20.11 or newer to start; this is Node ${version}.`)
  process.exit(1)
}

function isAtLeast(version, [major, minor]) {
  const [a, b] = version.split('.').map(Number)
  return a > major || (a === major && b >= minor)
}
