import { TAB_PREFIX } from '#src/lib/tabStorage.ts'

/** For how long after the page has loaded its former state is restored; data may arrive late, from a busy server by seconds. */
const RESTORE_MS = 10_000
const ATTEMPT_MS = 50
/** After the first second: what is not there by then costs little to wait for. */
const LATE_ATTEMPT_MS = 250
const STORAGE_KEY = `${TAB_PREFIX}places`
/** Pages remembered per tab. */
const MAX_PAGES = 50

/** What is open on a page, and how far its inner lists are scrolled. */
type Places = { open: string[]; inner: [place: string, top: number][] }

const TOGGLES = 'details > summary, button[aria-expanded]:not([aria-haspopup])'
const INNER = '[role="group"][tabindex], [role="treegrid"], [role="region"][tabindex]'

const isOpen = (toggle: Element): boolean =>
  toggle.parentElement instanceof HTMLDetailsElement && toggle.tagName === 'SUMMARY'
    ? toggle.parentElement.open
    : toggle.getAttribute('aria-expanded') === 'true'

/** Names that survive a reload: the text, and its number among equal texts. */
function named(elements: Iterable<Element>): [name: string, element: Element][] {
  const counts = new Map<string, number>()
  return [...elements].map((element) => {
    const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 120)
    const count = counts.get(text) ?? 0
    counts.set(text, count + 1)
    return [`${text}#${count}`, element]
  })
}

const main = (): ParentNode => document.getElementById('main') ?? document

function readAll(): Record<string, Places> {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Record<string, Places>
  } catch {
    return {} // storage denied, or not our data
  }
}

/** Remembers what is open on the page and how far its inner lists are scrolled. */
export function rememberPlaces(page: string): void {
  const open = named(main().querySelectorAll(TOGGLES)).flatMap(([name, toggle]) => (isOpen(toggle) ? [name] : []))
  const inner = named(main().querySelectorAll(INNER)).flatMap(([name, { scrollTop }]): Places['inner'] =>
    scrollTop > 0 ? [[name, scrollTop]] : [],
  )
  const { [page]: _, ...others } = readAll()
  const kept = Object.entries(others).slice(1 - MAX_PAGES)
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries([...kept, [page, { open, inner }]])))
  } catch {
    // storage denied: nothing is remembered
  }
}

/**
 * Opens what was open and scrolls to the former position, again as data arrives: until the position is reached, for
 * ten seconds at most, or until the user scrolls, clicks or types. Returns the function that stops it.
 */
export function restorePlaces(page: string, top: number | undefined): () => void {
  const { open, inner } = readAll()[page] ?? { open: [], inner: [] }
  const toOpen = new Set(open)
  const toScroll = new Map(inner)
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  let isPlaced = top === undefined || top === 0
  const isRestored = () => isPlaced && toOpen.size === 0 && toScroll.size === 0
  if (isRestored()) return stop // nothing to restore, which is so after most clicks
  const lateFrom = performance.now() + 1_000
  const attempt = () => {
    if (stopping.signal.aborted) return
    for (const [name, toggle] of named(main().querySelectorAll(TOGGLES))) {
      if (!toOpen.has(name)) continue
      toOpen.delete(name)
      if (!isOpen(toggle) && toggle instanceof HTMLElement) toggle.click()
    }
    for (const [name, list] of named(main().querySelectorAll(INNER))) {
      const wanted = toScroll.get(name)
      if (wanted === undefined) continue
      list.scrollTop = wanted
      if (Math.abs(list.scrollTop - wanted) <= 1) toScroll.delete(name)
    }
    if (!isPlaced && top !== undefined) {
      window.scrollTo(0, top)
      isPlaced = Math.abs(window.scrollY - top) <= 1 && toOpen.size === 0
    }
    if (isRestored()) stop()
    else setTimeout(attempt, performance.now() < lateFrom ? ATTEMPT_MS : LATE_ATTEMPT_MS)
  }
  for (const event of ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const)
    addEventListener(event, ({ isTrusted }) => isTrusted && stop(), { passive: true, signal: stopping.signal })
  const timer = setTimeout(stop, RESTORE_MS)
  stopping.signal.addEventListener('abort', () => clearTimeout(timer))
  attempt()
  return stop
}
