/** The chosen world and overlay: kept in cookies, so that a link, a test and a reload agree. */
const WORLD = 'holdfast_world'
const OVERLAY = 'holdfast_overlay'

export function readChoice(cookies: string): { world: string; overlay: string } {
  const values = new Map(cookies.split(';').map((part) => part.trim().split('=', 2) as [string, string | undefined]))
  return { world: values.get(WORLD) || 'pendingCreates', overlay: values.get(OVERLAY) || 'none' }
}

export const choiceCookie = (what: 'world' | 'overlay', value: string): string =>
  `${what === 'world' ? WORLD : OVERLAY}=${value}; path=/; max-age=31536000; samesite=lax`
