/** The one-time code in `#code=…`. A fragment never leaves the browser, so link previews cannot use it up. */
export const codeIn = (hash: string): string | undefined =>
  new URLSearchParams(hash.replace(/^#/, '')).get('code') || undefined

/** Where to go after signing in: an address of this console, never of another site. */
export function returnTo(search: URLSearchParams): string {
  const asked = search.get('returnTo')
  if (asked === null || !/^\/(?![/\\])/.test(asked)) return '/'
  // The browser ignores tabs and line breaks in an address; so does this check.
  const url = URL.parse(asked, 'http://console.invalid')
  if (url?.origin !== 'http://console.invalid' || url.pathname === '/login') return '/'
  return url.pathname + url.search + url.hash
}
