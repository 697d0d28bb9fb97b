import OctagonAlert from 'lucide-react/icons/octagon-alert'
import { Fragment, type ReactNode } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { Finding } from '#contract/recoveries.ts'
import { RecoveryId } from '#contract/recoveryId.ts'
import { named } from '#domain/recoveries/named.ts'
import { cx } from '#src/lib/cx.ts'
import { paths } from '#src/lib/paths.ts'
import { TextLink } from '#src/ui/TextLink.tsx'

const byName = new Map(RecoveryId.options.map((id) => [named(id), id]))

/** A sentence in which names of recoveries link to their pages. */
export const Linked = ({ stack, text }: { stack: StackRef; text: string }) =>
  text.split(/(“[^”]*”)/).map((part, index) => {
    const id = byName.get(part)
    return id === undefined ? (
      <Fragment key={index}>{part}</Fragment>
    ) : (
      <TextLink key={index} to={paths.recovery(stack, id)}>
        {part}
      </TextLink>
    )
  })

/** Whether a sentence says what must not be done yet. */
export const isBan = (sentence: string): boolean => sentence.startsWith('Don’t ')

/** What must not be done yet, in red, with its sign. */
export const Ban = ({ children }: { children: ReactNode }) => (
  <p className="flex items-start gap-2 font-semibold text-danger">
    <OctagonAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </p>
)

type MeaningProps = {
  stack: StackRef
  finding: Pick<Finding, 'tone' | 'explanation'>
  /** A danger stands out, too, if it says nothing that must not be run. */
  isStrong?: boolean
}

/** What a finding means; what must not be run yet stands out, as on the page of all findings. */
export function Meaning({ stack, finding: { tone, explanation }, isStrong = false }: MeaningProps) {
  const [first = '', ...rest] = explanation.split(/(?<=\.) (?=\p{Lu})/u)
  const hasBan = tone === 'danger' && isBan(first)
  const text = hasBan ? rest.join(' ') : explanation
  return (
    <>
      {hasBan && (
        <div className="max-w-3xl">
          <Ban>{first}</Ban>
        </div>
      )}
      {text !== '' && (
        <p className={cx('max-w-3xl', tone === 'danger' && !hasBan && isStrong && 'font-medium')}>
          <Linked stack={stack} text={text} />
        </p>
      )}
    </>
  )
}
