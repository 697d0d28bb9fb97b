const TOKENS = [
  'ink',
  'muted',
  'faint',
  'line',
  'line-strong',
  'control',
  'accent',
  'attention',
  'danger',
  'running',
  'raised',
  'surface',
  'canvas',
  'sunken',
] as const
type Token = (typeof TOKENS)[number]

/** The theme as a canvas takes it. */
export type Palette = Record<Token, string> & { family: string }

/** Tokens name a colour for each theme; only an element tells which of the two it is now. */
export function paletteOf(place: Element): Palette {
  const probe = document.createElement('i')
  probe.hidden = true
  place.append(probe)
  const colors = TOKENS.map((token) => {
    probe.style.color = `var(--color-${token})`
    return [token, getComputedStyle(probe).color] as const
  })
  const family = getComputedStyle(place).fontFamily
  probe.remove()
  return { ...(Object.fromEntries(colors) as Record<Token, string>), family } // made of TOKENS
}

/** Calls when the theme may have changed: by the system, or by a switch on the page. */
export function onThemeChange(call: () => void): () => void {
  const media = matchMedia('(prefers-color-scheme: dark)')
  media.addEventListener('change', call)
  const observer = new MutationObserver(call)
  observer.observe(document.documentElement, { attributes: true })
  return () => {
    media.removeEventListener('change', call)
    observer.disconnect()
  }
}
