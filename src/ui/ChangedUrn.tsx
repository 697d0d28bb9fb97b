import { visibleText } from '#words/visible.ts'
import { CopyButton } from './CopyButton.tsx'
import { Mono } from './Mono.tsx'

type Props = { from: string; to: string }

/** A URN and the one that takes its place, both complete, with the parts that differ in bold. */
export const ChangedUrn = ({ from, to }: Props) => (
  <span className="flex min-w-0 flex-col gap-x-2 text-sm">
    <Marked urn={from} other={to} />
    <span className="text-muted">becomes</span>
    <Marked urn={to} other={from} />
  </span>
)

function Marked({ urn, other }: { urn: string; other: string }) {
  const others = other.split('::')
  return (
    <span className="flex min-w-0 items-start gap-1">
      <span className="min-w-0">
        {urn.split('::').map((part, index) => (
          <Mono key={index} className={part === others[index] ? undefined : 'font-bold'}>
            {index > 0 && '::'}
            {visibleText(part)}
          </Mono>
        ))}
      </span>
      <CopyButton text={urn} label="Copy URN" />
    </span>
  )
}
