import { KIND_LOOKS } from '#domain/overlays/overlay.ts'

const TOKENS = [
  'ink',
  'muted',
  'faint',
  'line',
  'line-strong',
  'control',
  'accent',
  'ok',
  'running',
  'attention',
  'waiting',
  'danger',
  'unknown',
  ...KIND_LOOKS,
  'raised',
  'surface',
  'canvas',
  'sunken',
] as const
type Token = (typeof TOKENS)[number]

/** The theme for a canvas. */
export type Palette = Record<Token, string> & { family: string }

const FORCED = '(forced-colors: active)'

/**
 * With forced colours, a canvas must ask the system for them: signs, lines and words then show what colours show
 * elsewhere.
 */
const FORCED_COLORS: Record<Token, string> = {
  ...(Object.fromEntries(TOKENS.map((token) => [token, 'CanvasText'])) as Record<Token, string>), // made of TOKENS
  // For unmarked dots beside marked ones.
  control: 'GrayText',
  accent: 'Highlight',
  raised: 'Canvas',
  surface: 'Canvas',
  canvas: 'Canvas',
  sunken: 'Canvas',
}

/** Tokens have a colour for each theme; only an element resolves them to the current one. */
export function paletteOf(element: Element): Palette {
  const probe = document.createElement('i')
  probe.hidden = true
  // One element for each, so that styles are computed once for all.
  const probes = TOKENS.map((token) => {
    const each = document.createElement('i')
    each.style.color = `var(--color-${token})`
    return [token, each] as const
  })
  probe.append(...probes.map(([, each]) => each))
  element.append(probe)
  const colors = probes.map(([token, each]) => [token, getComputedStyle(each).color] as const)
  const family = getComputedStyle(element).fontFamily
  probe.remove()
  if (matchMedia(FORCED).matches) return { ...FORCED_COLORS, family }
  return { ...(Object.fromEntries(colors) as Record<Token, string>), family } // made of TOKENS
}

/**
 * Calls back when the theme may have changed, by the system or by the switch on the page, and when the console's font
 * has arrived: a canvas that was painted before has another one.
 */
export function onThemeChange(call: () => void): () => void {
  const media = ['(prefers-color-scheme: dark)', FORCED].map((query) => matchMedia(query))
  for (const each of media) each.addEventListener('change', call)
  const observer = new MutationObserver(call)
  observer.observe(document.documentElement, { attributes: true })
  const fonts = 'fonts' in document ? document.fonts : undefined
  fonts?.addEventListener('loadingdone', call)
  return () => {
    fonts?.removeEventListener('loadingdone', call)
    for (const each of media) each.removeEventListener('change', call)
    observer.disconnect()
  }
}
