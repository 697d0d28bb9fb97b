import { Fragment } from 'react'
import type { StackRef } from '#contract/common.ts'
import { RecoveryId } from '#contract/recoveryId.ts'
import { paths } from '#src/lib/paths.ts'
import { TextLink } from '#src/ui/TextLink.tsx'

/** A sentence in which recoveries that it names (`GR-06`) lead to their pages. */
export const Linked = ({ stack, text }: { stack: StackRef; text: string }) =>
  text.split(/(GR-\d\d)/).map((part, index) => {
    const id = RecoveryId.safeParse(part).data
    return id === undefined ? (
      <Fragment key={index}>{part}</Fragment>
    ) : (
      <TextLink key={index} to={paths.recovery(stack, id)}>
        {id}
      </TextLink>
    )
  })
