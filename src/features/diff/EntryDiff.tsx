import type { ReactNode } from 'react'
import type { EntryChange } from '#contract/diff.ts'
import { shortType } from '#domain/state/shortType.ts'
import { urnName } from '#domain/state/urn.ts'
import { counted, number } from '#words/counts.ts'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Status } from '#src/ui/Status.tsx'
import { UrnText } from '#src/ui/UrnText.tsx'
import { PropertyChanges } from '#src/ui/PropertyChanges.tsx'
import { useChangeWords } from './words.ts'

type Props = {
  entry: EntryChange
  /** Loads the parts that the difference omits. */
  more?: ReactNode
  heads?: readonly [was: string, is: string] | undefined
  /** Links to the entry's resource. */
  links?: ReactNode
  /** No other one is below it: what it holds is not folded. */
  isAlone?: boolean
}

/** One entry that differs: its status, and every property that differs. */
export function EntryDiff({ entry, more, heads, links, isAlone = false }: Props) {
  const { change, urn, formerUrn, type, id, isOld, properties, isCut } = entry
  const { word, Icon, tone } = useChangeWords()[change]
  return (
    <section aria-label={`${urnName(urn)}, ${word}`} className="flex min-w-0 flex-col gap-2">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1">
        <h4 className="font-semibold wrap-anywhere">{urnName(urn)}</h4>
        <span className="text-sm text-muted" title={type}>
          {shortType(type)}
        </span>
        <Status tone={tone} Icon={Icon} className="text-sm">
          {word}
        </Status>
        {isOld && <span className="text-sm text-muted">waiting to be deleted</span>}
        {id !== null && (
          <span className="inline-flex min-w-0 items-center gap-1 text-sm text-muted">
            <Mono className="wrap-anywhere">{id}</Mono>
            <CopyButton text={id} label={`Copy the ID of ${urnName(urn)}`} />
          </span>
        )}
        {/* In the same line: of several entries, each has its own. */}
        {links && <div className="sm:ml-auto">{links}</div>}
      </div>
      {formerUrn !== null && (
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm">
          <UrnText urn={formerUrn} max={44} />
          <span className="text-muted">becomes</span>
          <UrnText urn={urn} max={44} />
        </p>
      )}
      {more ??
        (properties.length > 0 ? (
          <Folded isFolded={!isAlone && (change === 'added' || change === 'removed')} count={properties.length}>
            <PropertyChanges label={`Properties of ${urnName(urn)}`} changes={properties} {...(heads && { heads })} />
          </Folded>
        ) : (
          change === 'renamed' && <p className="text-sm text-muted">Nothing but its URN changes.</p>
        ))}
      {entry.more > 0 && <p className="text-sm text-muted">and {counted(entry.more, 'property', 'properties')} more</p>}
      {isCut && more === undefined && (
        <p className="text-sm text-muted">Some values are too large to be shown here, or there are too many.</p>
      )}
    </section>
  )
}

/** The content of an added or removed entry is collapsed: that it was added or removed is the news. */
const Folded = ({ isFolded, count, children }: { isFolded: boolean; count: number; children: ReactNode }) =>
  isFolded ? <Disclosure summary={`Properties (${number(count)})`}>{children}</Disclosure> : children
