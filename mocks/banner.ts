import { choiceCookie } from './choice.ts'
import { OVERLAY_TITLES, type OverlayName } from './overlays.ts'
import { WORLD_TITLES, type WorldName } from './worlds.ts'

/** Says above every page that its data is made up, and switches worlds and network conditions. */
export function showBanner(current: { world: string; overlay: string }): void {
  const banner = document.createElement('aside')
  banner.setAttribute('aria-label', 'Demo')
  banner.className =
    'flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-raised px-4 py-1 text-sm text-muted'
  const words = document.createElement('span')
  words.textContent = 'Demo: the service runs in this page and restarts at each reload.'
  banner.append(
    words,
    chooser('World', WORLD_TITLES, current.world, (name: WorldName) => choose('world', name)),
    chooser('Trouble', OVERLAY_TITLES, current.overlay, (name: OverlayName) => choose('overlay', name)),
  )
  document.body.prepend(banner)
  // The page below fills the rest of the window.
  new ResizeObserver(() =>
    document.documentElement.style.setProperty('--above-page', `${banner.offsetHeight}px`),
  ).observe(banner)
}

function choose(what: 'world' | 'overlay', name: string): void {
  document.cookie = choiceCookie(what, name)
  // Another world has other stacks: the objects in the address may not exist there.
  if (what === 'world') window.location.assign('/')
  else window.location.reload()
}

function chooser<Name extends string>(
  label: string,
  titles: Record<Name, string>,
  current: string,
  choose: (name: Name) => void,
): HTMLElement {
  const frame = document.createElement('label')
  frame.className = 'flex items-center gap-2'
  const select = document.createElement('select')
  select.className = 'rounded border border-line bg-surface px-1 py-0.5 text-ink'
  for (const name of Object.keys(titles) as Name[]) {
    select.add(new Option(titles[name], name, false, name === current))
  }
  select.addEventListener('change', () => choose(select.value as Name))
  frame.append(label, select)
  return frame
}
