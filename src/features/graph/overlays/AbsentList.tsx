import type { Absent, Overlay, OverlayClass } from '#domain/overlays/overlay.ts'
import { shortType } from '#domain/state/shortType.ts'
import { urnName } from '#domain/state/urn.ts'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { list, number } from '#words/counts.ts'
import { visibleText } from '#words/visible.ts'
import { OverlaySign } from './OverlaySign.tsx'

/** So many are drawn as cards; the others are rows, and beyond `MAX` only counted. */
const DRAWN = 8
const MAX = 300

type Props = {
  overlay: Overlay
  /** The class filtered by; empty for none. */
  chosen: string
  /** The version of the state, if it is not the current one. */
  version: number | undefined
}

/** Resources of the overlay that are not in the state: dashed, because they have no place in it. Above the rows of a phone, below the picture. */
export function AbsentList({ overlay: { classes, absent }, chosen, version }: Props) {
  const resources = chosen === '' ? absent : absent.filter(({ of }) => classes[of]?.id === chosen)
  if (resources.length === 0) return null
  const counts = classes.flatMap((mark, place) => {
    const count = resources.filter(({ of }) => of === place).length
    return count > 0 ? [mark.words(count)] : []
  })
  const title = version === undefined ? 'Not in the current state' : `Not in the state of version ${version}`
  const rest = resources.slice(DRAWN)
  return (
    <div className="flex flex-col gap-1.5 px-3 pt-1.5 pb-2 text-sm max-md:border-b max-md:border-line">
      {/* In one line if they are few: the picture above keeps its height. */}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <p className="text-xs text-muted">{`${title}: ${list(counts)}`}</p>
        <ul aria-label={title} className="flex flex-wrap gap-2">
          {resources.slice(0, DRAWN).map((each) => (
            <li key={each.urn}>
              <GhostCard absent={each} mark={classes[each.of]} />
            </li>
          ))}
        </ul>
      </div>
      {rest.length > 0 && (
        <Disclosure summary={`And ${number(rest.length)} more`}>
          <ul className="max-h-48 overflow-auto">
            {rest.slice(0, MAX).map((each) => (
              <li key={each.urn} className="flex min-w-0 items-center gap-2 py-0.5" title={each.urn}>
                <AbsentLine absent={each} mark={classes[each.of]} />
              </li>
            ))}
          </ul>
          {rest.length > MAX && <p className="text-muted">and {number(rest.length - MAX)} more</p>}
        </Disclosure>
      )}
    </div>
  )
}

type AbsentProps = { absent: Absent; mark: OverlayClass | undefined }

const nameOf = ({ urn }: Absent): string => visibleText(urnName(urn) || urn)

/** A card like those in the picture, dashed. */
const GhostCard = ({ absent, mark }: AbsentProps) => (
  <div
    title={absent.urn}
    className="flex h-9.5 w-46 overflow-clip rounded-md border border-dashed bg-surface"
    style={{ borderColor: `var(--color-${mark?.look ?? 'control'})` }}
  >
    {mark && (
      <span
        aria-hidden
        className="flex min-w-4.5 shrink-0 items-center justify-center px-0.5 text-xs font-semibold sign-ground"
        style={{ background: `var(--color-${mark.look})` }}
      >
        {mark.sign}
      </span>
    )}
    <span className="flex min-w-0 flex-1 flex-col justify-center px-1.5">
      <span className="truncate text-sm leading-4 font-semibold text-ink">{nameOf(absent)}</span>
      <span className="truncate text-xs leading-4 text-muted">{shortType(absent.type)}</span>
    </span>
    {mark && <span className="sr-only">{mark.words(1)}</span>}
  </div>
)

const AbsentLine = ({ absent, mark }: AbsentProps) => (
  <>
    {mark && <OverlaySign mark={mark} />}
    <span className="truncate">{nameOf(absent)}</span>
    <span className="shrink-0 text-xs text-muted">{shortType(absent.type)}</span>
    {mark && <span className="sr-only">{mark.words(1)}</span>}
  </>
)
