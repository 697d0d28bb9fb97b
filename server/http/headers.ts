/** Headers of every answer of both APIs: never kept by a cache, never taken for anything else than they say they are. */
export const ANSWER_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

/** Headers of every answer of the console's API: besides, never run as a page. */
export const API_HEADERS: Readonly<Record<string, string>> = {
  ...ANSWER_HEADERS,
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
}
