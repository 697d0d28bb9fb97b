import type { StackRef } from '#contract/common.ts'
import type { StackDetail } from '#contract/stacks.ts'
import type { Absent, Overlay, OverlayClass } from '#domain/overlays/overlay.ts'
import { runName } from '#domain/runName.ts'
import { shortType } from '#domain/state/shortType.ts'
import { urnName } from '#domain/state/urn.ts'
import { useMayStillRun } from '#src/api/useMayStillRun.ts'
import { useRecoverWord } from '#src/api/useRecoverWord.ts'
import { cx } from '#src/lib/cx.ts'
import { paths } from '#src/lib/paths.ts'
import { Ban } from '#src/ui/Ban.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { counted, list, number, plural } from '#words/counts.ts'
import { visibleText } from '#words/visible.ts'
import type { Filter } from './filter.ts'
import { namedWords } from './named.ts'
import { OverlaySign } from './OverlaySign.tsx'

/** So many are drawn as cards; the others are rows, and beyond `MAX` only counted. */
const DRAWN = 8
const MAX = 300

type Props = {
  overlay: Overlay
  filter: Pick<Filter, 'is' | 'isEven'>
  /** The version of the state, if it is not the current one. */
  version: number | undefined
  /** The stack, if an ended update left operations. */
  stack: StackDetail | undefined
  /** Dims, or no longer, what has nothing to do with them. */
  onEven: ((isEven: boolean) => void) | undefined
}

/**
 * Resources of the overlay that are not in the state: dashed, because they have no place in it. If operations were left,
 * above the picture, with what not to do yet.
 */
export function AbsentList({ overlay: { classes, absent }, filter, version, stack, onEven }: Props) {
  const resources = filter.is === '' ? absent : absent.filter(({ of }) => classes[of]?.id === filter.is)
  if (resources.length === 0 && !stack) return null
  const counts = classes.flatMap((mark, place) => {
    const count = resources.filter(({ of }) => of === place).length
    return count > 0 ? [mark.words(count)] : []
  })
  const title = version === undefined ? 'Not in the current state' : `Not in the state of version ${version}`
  const absentWords = counts.length > 0 ? `${title}: ${list(counts)}` : ''
  const rest = resources.slice(DRAWN)
  return (
    <div
      className={cx(
        'flex flex-col gap-1.5 px-3 pt-1.5 pb-2 text-sm max-md:border-b max-md:border-line',
        stack && 'border-b border-line',
      )}
    >
      {/* In one line if they are few: the picture keeps its height. */}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <div>
          {stack && <NotYet stack={stack} />}
          <p className="text-xs text-muted empty:hidden">
            {stack ? <EndFirst stack={stack.ref} counts={absentWords} /> : absentWords}
          </p>
        </div>
        {stack && <WayOut stack={stack} />}
        {resources.length > 0 && (
          <ul aria-label={title} className="flex flex-wrap gap-2">
            {resources.slice(0, DRAWN).map((each) => (
              <li key={each.urn} className="max-w-full">
                <GhostCard absent={each} mark={classes[each.of]} />
              </li>
            ))}
          </ul>
        )}
        {stack && onEven && (
          <Checkbox
            label="Dim unrelated resources"
            title="Everything but the unknown resources, what they need and what uses them"
            className="ml-auto max-md:hidden"
            checked={!filter.isEven}
            onChange={(isDimmed) => onEven(!isDimmed)}
          />
        )}
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

/** What not to do yet. */
const NotYet = ({ stack: { pendingCount, pendingCreates } }: { stack: StackDetail }) =>
  pendingCreates > 0 ? (
    <Ban>Don’t run pulumi up yet: it could create duplicates.</Ban>
  ) : (
    <p>{`${counted(pendingCount, 'operation')} ${plural(pendingCount, 'has', 'have')} an unknown outcome.`}</p>
  )

/** To end the process comes first, if that may still run; in place of the counts, which the legend has. */
function EndFirst({ stack, counts }: { stack: StackRef; counts: string }) {
  const process = useMayStillRun(stack)
  if (!process) return counts
  return (
    <span className="text-ink">{`First end the process of ${runName(process.run)}: it may still be running.`}</span>
  )
}

/** Where to resolve what was left: the only button of the page for it. */
function WayOut({ stack: { ref, pendingCount } }: { stack: StackDetail }) {
  const { word, mayNot } = useRecoverWord(ref)
  return (
    <LinkButton size="sm" look={mayNot === undefined ? 'primary' : 'quiet'} to={paths.recover(ref)}>
      {mayNot === undefined ? `Resolve ${counted(pendingCount, 'operation')}` : word}
    </LinkButton>
  )
}

type AbsentProps = { absent: Absent; mark: OverlayClass | undefined }

const nameOf = ({ urn }: Absent): string => visibleText(urnName(urn) || urn)

/** A card like those in the picture, dashed, with what it names: no line leads to it. */
function GhostCard({ absent, mark }: AbsentProps) {
  const names = namedWords(absent.names ?? [])
  return (
    <div
      title={names === '' ? absent.urn : `${absent.urn}\n${names}`}
      className="flex h-9.5 max-w-full min-w-46 overflow-clip rounded-md border border-dashed bg-surface"
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
        <span className="max-w-80 truncate text-xs leading-4 text-muted">
          {[shortType(absent.type), names].filter(Boolean).join(' · ')}
        </span>
      </span>
      {mark && <span className="sr-only">{mark.words(1)}</span>}
    </div>
  )
}

const AbsentLine = ({ absent, mark }: AbsentProps) => (
  <>
    {mark && <OverlaySign mark={mark} />}
    <span className="truncate">{nameOf(absent)}</span>
    <span className="shrink-0 text-xs text-muted">{shortType(absent.type)}</span>
    {mark && <span className="sr-only">{mark.words(1)}</span>}
  </>
)
