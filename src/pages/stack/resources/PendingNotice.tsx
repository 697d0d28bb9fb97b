import Hourglass from 'lucide-react/icons/hourglass'
import type { StackRef } from '#contract/common.ts'
import type { ResourceList } from '#contract/resources.ts'
import { useRecoverWord } from '#src/api/useRecoverWord.ts'
import { counted } from '#words/counts.ts'
import { paths } from '#src/lib/paths.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { ShowAll, useFirst } from '#src/ui/ShowAll.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'

const FEW = 5

type Props = { stack: StackRef; pending: ResourceList['pending'] }

/** Operations with an unknown outcome. Those whose resource is not in the tree are shown only here. */
export function PendingNotice({ stack, pending }: Props) {
  const { word, mayNot } = useRecoverWord(stack)
  const { shown, toggle } = useFirst(pending, FEW)
  if (pending.length === 0) return null
  return (
    <Notice
      tone="attention"
      Icon={Hourglass}
      announce="none"
      title={`${counted(pending.length, 'operation')} with an unknown outcome`}
      actions={
        <>
          <LinkButton size="sm" look={mayNot === undefined ? 'primary' : 'quiet'} to={paths.recover(stack)}>
            {word}
          </LinkButton>
          {toggle && <ShowAll {...toggle} />}
        </>
      }
    >
      <ul aria-label="Pending operations">
        {shown.map(({ index, type, urn, name, resourceType, isLive }) => (
          <li key={index} className="py-0.5">
            <span className="text-muted">{type}</span>{' '}
            {isLive ? (
              <TextLink to={paths.resources(stack, { urn })} className="font-medium">
                {name}
              </TextLink>
            ) : (
              <strong className="font-medium" title={urn}>
                {name}
              </strong>
            )}{' '}
            <Mono className="text-muted">{resourceType}</Mono>
            {!isLive && <span className="text-sm text-muted">, not in the state</span>}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
