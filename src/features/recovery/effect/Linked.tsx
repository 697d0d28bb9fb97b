import { Fragment } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { Finding } from '#contract/recoveries.ts'
import { RecoveryId } from '#contract/recoveryId.ts'
import { named } from '#domain/recoveries/named.ts'
import { cx } from '#src/lib/cx.ts'
import { paths } from '#src/lib/paths.ts'
import { Ban } from '#src/ui/Ban.tsx'
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

type MeaningProps = {
  stack: StackRef
  finding: Pick<Finding, 'tone' | 'ban' | 'explanation'>
  /** A danger stands out, too, if it says nothing that must not be run. */
  isStrong?: boolean
}

/** What a finding means; what must not be run yet stands out, as on the page of all findings. */
export function Meaning({ stack, finding: { tone, ban, explanation }, isStrong = false }: MeaningProps) {
  return (
    <>
      {ban !== undefined && <Ban>{ban}</Ban>}
      {explanation !== '' && (
        <p className={cx('max-w-3xl', tone === 'danger' && ban === undefined && isStrong && 'font-medium')}>
          <Linked stack={stack} text={explanation} />
        </p>
      )}
    </>
  )
}
