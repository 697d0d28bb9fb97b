import type { Overlay } from '#domain/overlays/overlay.ts'
import { shortType } from '#domain/state/shortType.ts'
import { urnName } from '#domain/state/urn.ts'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { list, number } from '#words/counts.ts'
import { visibleText } from '#words/visible.ts'
import { OverlaySign } from './OverlaySign.tsx'

/** Further rows are only counted. */
const MAX = 300

type Props = {
  overlay: Overlay
  /** The class filtered by; empty for none. */
  chosen: string
  /** The version of the state, if it is not the current one. */
  version: number | undefined
}

/** Resources of the overlay that are not in the state, and so have neither card nor row. */
export function AbsentList({ overlay: { classes, absent }, chosen, version }: Props) {
  const resources = chosen === '' ? absent : absent.filter(({ of }) => classes[of]?.id === chosen)
  if (resources.length === 0) return null
  const counts = classes.flatMap((mark, place) => {
    const count = resources.filter(({ of }) => of === place).length
    return count > 0 ? [mark.words(count)] : []
  })
  const title = version === undefined ? 'Not in the current state' : `Not in the state of version ${version}`
  return (
    <div className="border-t border-line px-3 py-1.5 text-sm">
      <Disclosure summary={`${title}: ${list(counts)}`}>
        <ul aria-label={title} className="max-h-48 overflow-auto">
          {resources.slice(0, MAX).map(({ urn, type, of }) => {
            const mark = classes[of]
            return (
              <li key={urn} className="flex min-w-0 items-center gap-2 py-0.5" title={urn}>
                {mark && <OverlaySign mark={mark} />}
                <span className="truncate">{visibleText(urnName(urn) || urn)}</span>
                <span className="shrink-0 text-xs text-muted">{shortType(type)}</span>
                {mark && <span className="sr-only">{mark.words(1)}</span>}
              </li>
            )
          })}
        </ul>
        {resources.length > MAX && <p className="text-muted">and {number(resources.length - MAX)} more</p>}
      </Disclosure>
    </div>
  )
}
