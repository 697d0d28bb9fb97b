// Finds the browser for the journeys, or installs one, or says in a sentence what is missing.
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import path from 'node:path'
import { capture, environment } from './steps/processes.js'
import { toolEntry } from './tools.js'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
/** The same engine without windows, as Debian packages it: it takes half the processor time. */
const SHELL = 'chromium-headless-shell'
const PLACES = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome']
const MAC = ['/Applications/Chromium.app/Contents/MacOS/Chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'] // prettier-ignore
const WINDOWS = ['Chromium', path.join('Google', 'Chrome')].map((name) => path.join(name, 'Application', 'chrome.exe'))
const INSTALL_LIMIT_MS = 120_000

/**
 * Finds a Chromium, or installs one: HOLDFAST_CHROMIUM, the system's, Chrome, Debian's package when root, last the one
 * that Playwright downloads. `path` is undefined for that last one: Playwright knows where it keeps it. `isHeadless`:
 * no window is needed, so Debian's headless shell is preferred.
 *
 * @param {string} node
 * @param {{ isHeadless?: boolean }} options
 * @returns {Promise<{ path?: string, name: string } | { missing: string }>}
 */
export async function findBrowser(node, { isHeadless = false } = {}) {
  const names = isHeadless ? [SHELL, ...NAMES] : NAMES
  const wanted = process.env.HOLDFAST_CHROMIUM
  if (wanted) {
    return starts(wanted)
      ? { path: wanted, name: wanted }
      : { missing: `HOLDFAST_CHROMIUM is ${wanted}, which does not start.` }
  }
  const present = findPresent(names)
  if (present) return { path: present, name: present }
  const tried = []
  if (process.platform === 'linux' && process.getuid?.() === 0 && starts('apt-get')) {
    const installed = (await installFromDebian(isHeadless ? [SHELL, 'chromium'] : ['chromium'])) && findPresent(names)
    if (installed) return { path: installed, name: `${installed}, just installed` }
    tried.push("Debian's package could not be installed")
  }
  if (await installFromPlaywright(node)) return { name: "Playwright's own" }
  tried.push('npx playwright install chromium did not succeed within 120 s')
  return { missing: `No Chromium or Chrome here (${tried.join('; ')}). Install one, or name it in HOLDFAST_CHROMIUM.` }
}

/** @param {string[]} names */
function findPresent(names) {
  return candidates(names).find((file) => isFile(file) && starts(file))
}

/** @param {string[]} names */
function candidates(names) {
  if (process.platform === 'darwin') return MAC
  if (process.platform === 'win32') {
    const { ProgramFiles, 'ProgramFiles(x86)': x86, LOCALAPPDATA } = process.env
    return [ProgramFiles, x86, LOCALAPPDATA].flatMap((place) => (place ? WINDOWS.map((file) => path.join(place, file)) : [])) // prettier-ignore
  }
  const places = new Set([...PLACES, ...(process.env.PATH ?? '').split(path.delimiter)])
  return names.flatMap((name) => [...places].map((place) => path.join(place, name)))
}

/** @param {string} file */
const isFile = (file) => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false

/**
 * Ubuntu has a `chromium-browser` that only says how to get the real one, so being there is not enough. On Windows it
 * is: there, `chrome.exe --version` opens a window.
 *
 * @param {string} file
 */
const starts = (file) =>
  process.platform === 'win32'
    ? isFile(file)
    : spawnSync(file, ['--version'], { timeout: 20_000, stdio: 'ignore' }).status === 0

/**
 * The first package of these that can be installed.
 *
 * @param {string[]} packages
 */
async function installFromDebian(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { env, timeout: INSTALL_LIMIT_MS }
  const update = await capture('apt-get', ['update'], options)
  if (update.code !== 0) return false
  for (const name of packages) {
    const { code } = await capture('apt-get', ['install', '-y', '--no-install-recommends', name], options)
    if (code === 0) return true
  }
  return false
}

/** @param {string} node */
async function installFromPlaywright(node) {
  const args = [toolEntry('playwright'), 'install', 'chromium']
  return (await capture(node, args, { env: environment(node), timeout: INSTALL_LIMIT_MS })).code === 0
}
