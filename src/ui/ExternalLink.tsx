import type { ReactNode } from 'react'
import External from 'lucide-react/icons/external-link'
import { LINK_LOOK } from './linkLook.ts'

/** Only http and https: a client's environment names these addresses, and the page must not execute them. */
function safe(url: string | null | undefined): string | undefined {
  const parsed = url ? URL.parse(url) : null
  return parsed && (parsed.protocol === 'https:' || parsed.protocol === 'http:') ? parsed.href : undefined
}

/** A link to another site; plain text if the address is not safe. */
export function ExternalLink({ href, children }: { href: string | null | undefined; children: ReactNode }) {
  const url = safe(href)
  if (url === undefined) return <span>{children}</span>
  return (
    <a href={url} target="_blank" rel="noreferrer noopener" className={LINK_LOOK}>
      {children}
      {/* A word joiner keeps the icon with the last word. */}
      <span className="whitespace-nowrap before:content-['\2060']">
        <External className="ml-1 inline size-3.5 align-[-2px]" aria-hidden />
      </span>
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
