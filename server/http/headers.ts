/** Headers of every answer of both APIs: not stored by caches, and no sniffing of content types. */
export const ANSWER_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

/** Headers of every answer of the console's API; in addition, never rendered as a page. */
export const API_HEADERS: Readonly<Record<string, string>> = {
  ...ANSWER_HEADERS,
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
}
