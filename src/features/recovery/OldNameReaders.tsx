import { useQuery } from '@tanstack/react-query'
import type { StackRef } from '#contract/common.ts'
import { fullName } from '#domain/stackName.ts'
import { recoveryQueries } from '#src/api/recoveries.ts'
import { paths } from '#src/lib/paths.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { counted, plural } from '#words/counts.ts'

/** Nothing is wrong with a renamed stack itself, but the rename broke those that read it by its old name. */
export function OldNameReaders({ stack }: { stack: StackRef }) {
  const readers = useQuery(recoveryQueries.diagnosis(stack)).data?.oldNameReaders ?? []
  const [first] = readers
  if (!first) return null
  return (
    <Notice
      tone="attention"
      announce="none"
      title={`${counted(readers.length, 'stack')} still ${plural(readers.length, 'reads', 'read')} this one by an old name: ${plural(readers.length, 'its', 'their')} previews and updates fail`}
      {...(readers.length === 1 && {
        actions: (
          <LinkButton size="sm" to={paths.recover(first.reader)}>
            Recover {shown(first.reader)}
          </LinkButton>
        ),
      })}
    >
      <ul className="flex flex-col gap-1">
        {readers.map(({ name, reader }) => (
          <li key={`${name} ${fullName(reader)}`} className="wrap-anywhere">
            In the program of {readers.length === 1 ? shown(reader) : <Reader stack={reader} />}, change the
            StackReference <Mono>{name}</Mono> to <Mono>{fullName(stack)}</Mono>.
          </li>
        ))}
      </ul>
    </Notice>
  )
}

const shown = ({ project, stack }: StackRef): string => `${project}/${stack}`

const Reader = ({ stack }: { stack: StackRef }) => <TextLink to={paths.recover(stack)}>{shown(stack)}</TextLink>
