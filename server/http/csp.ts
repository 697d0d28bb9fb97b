/**
 * The content security policy of the console's pages. Nothing inline: components set styles through the DOM (CSSOM),
 * which the policy allows. Of Base UI only Select and ScrollArea write style elements: wrap them in `CSPProvider
 * disableStyleElements`. The port on which `pulumi login` waits is reached by a navigation, which no form is.
 */
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join('; ')

/** Headers of every HTML page. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), clipboard-write=(self)',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-cache',
}
