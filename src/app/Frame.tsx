import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { createPath, ScrollRestoration, useMatches, useNavigation } from 'react-router'
import { cx } from '#src/lib/cx.ts'
import { useDocumentMarks } from '#src/lib/documentMark.ts'
import { StillLoading } from '#src/ui/Skeleton.tsx'
import { handleOf } from './routeHandle.ts'
import { usePageFocus } from './usePageFocus.ts'

type Props = { header: ReactNode; notice?: ReactNode; children: ReactNode }

/** The frame of every page: title, skip link, header, main, and the focus that follows a navigation. */
export function Frame({ header, notice, children }: Props) {
  const main = useRef<HTMLElement>(null)
  const { title, isWide, isRoomy } = handleOf(useMatches())
  usePageFocus(main)
  const mark = useDocumentMarks(({ mark: own, elsewhere }) => own ?? elsewhere)
  useEffect(() => {
    document.title = mark ? `${mark.words} · ${title}` : title // a <title> rendered here would be a second one
  }, [title, mark])
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (icon) icon.href = mark ? `/favicon-${mark.icon}.svg` : '/favicon.svg'
  }, [mark])
  return (
    <div className="flex min-h-[calc(100dvh-var(--above-page,0px))] flex-col">
      <SkipLink main={main} />
      <Progress />
      {header}
      <main
        ref={main}
        id="main"
        tabIndex={-1}
        // One left edge for all pages, and for the header: that of the window.
        className={cx(
          'flex w-full flex-1 flex-col gap-4 px-3 py-4 outline-none sm:px-4 lg:px-6',
          !isWide && (isRoomy ? 'max-w-wide' : 'max-w-page'),
        )}
      >
        {notice}
        {children}
      </main>
      <ScrollRestoration />
    </div>
  )
}

/** Moves the focus itself: following the link would make the router load a page. */
const SkipLink = ({ main }: { main: RefObject<HTMLElement | null> }) => (
  <a
    href="#main"
    onClick={(event) => {
      event.preventDefault()
      main.current?.focus()
    }}
    className="sr-only z-30 rounded-md bg-accent-solid px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
  >
    Skip to the content
  </a>
)

/** A progress line at the top while the next page loads, once that takes long enough to notice. */
function Progress() {
  const { state, location: coming } = useNavigation()
  return state === 'loading' ? (
    <>
      <div
        role="progressbar"
        aria-label="Loading the page"
        className="late-appear fixed inset-x-0 top-0 z-30 h-0.5 bg-accent forced-color-adjust-none"
      />
      <div role="status" className="fixed inset-x-4 top-14 z-30 mx-auto w-fit shadow-raised">
        <StillLoading key={coming.key} onRetry={() => location.assign(createPath(coming))} />
      </div>
    </>
  ) : null
}
