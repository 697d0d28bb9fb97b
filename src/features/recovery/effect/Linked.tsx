import { Fragment } from 'react'
import type { StackRef } from '#contract/common.ts'
import { RecoveryId } from '#contract/recoveryId.ts'
import { named } from '#domain/recoveries/named.ts'
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
