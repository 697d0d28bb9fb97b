import type { ReactNode } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { RecoveryOptions } from '#contract/recoveries.ts'
import { type WhatIsLeft, whatIsLeft } from '#domain/recoveries/whatIsLeft.ts'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { ShowAll, useFirst } from '#src/ui/ShowAll.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { counted, number, plural } from '#words/counts.ts'

/** Problems of a kind that are named at first. */
const NAMED = 3

type Props = {
  stack: StackRef
  /** What the recovery of the other errors offers now. */
  rest: Pick<RecoveryOptions, 'recovery' | 'problems' | 'left'>
  /** What must not be done meanwhile. */
  children: ReactNode
}

/** The errors that a repair left, by kind, what can be done about each, and the one way on. */
export function LeftErrors({ stack, rest: { recovery, problems, left }, children }: Props) {
  const { groups, errors, ...fixes } = whatIsLeft(problems)
  return (
    <Card title="What is left" level={3}>
      <div className="flex flex-col gap-3">
        {children}
        {groups.map(({ title, items }) => (
          <div key={title} className="min-w-0">
            <h4 className="font-semibold">{title}</h4>
            <Named items={items} />
          </div>
        ))}
        {left > 0 && (
          <p className="text-muted">{counted(left, 'more problem')} will be listed once these are solved.</p>
        )}
        <div className="border-t border-line pt-3">
          <Ways stack={stack} count={problems.length} errors={errors} {...fixes} />
        </div>
        <div>
          <LinkButton look="primary" to={paths.recovery(stack, recovery)}>
            Repair the rest
          </LinkButton>
        </div>
      </div>
    </Card>
  )
}

function Named({ items }: { items: readonly string[] }) {
  const { shown, toggle } = useFirst(items, NAMED, 1)
  return (
    <>
      <ul className="list-disc pl-4 text-sm">
        {shown.map((item) => (
          <li key={item} className="wrap-anywhere">
            {item}
          </li>
        ))}
      </ul>
      {toggle && <ShowAll {...toggle} className="mt-2" />}
    </>
  )
}

type WaysProps = Pick<WhatIsLeft, 'errors' | 'ways' | 'restorable' | 'fix'> & { stack: StackRef; count: number }

/** `All 43`, or how many of them. */
const some = (many: number, all: number): string =>
  many === all ? plural(all, 'It', `All ${number(all)}`) : number(many)

/** How the problems can be solved, with numbers that add up. */
function Ways({ stack, count, errors, ways: { recommended, lookups, decisions, byHand }, fix, restorable }: WaysProps) {
  // A problem may be of several errors.
  const what = errors === count ? 'error' : 'problem'
  const recommendation = fix === undefined ? 'a recommended fix' : `a recommended fix, “${fix}”`
  return (
    <div className="flex flex-col gap-1">
      <p className="max-w-prose">
        <em>Repair the rest</em>{' '}
        {plural(count, `shows the ${what} with its fixes`, `shows the ${number(count)} ${what}s, each with its fixes`)}.
        Nothing is written before you confirm.
      </p>
      <ul className="list-disc pl-4">
        {restorable > 0 && (
          <li>
            Still in the cloud? Put its entry back
            {count > 1 && ` (possible for ${some(restorable, count).toLowerCase()})`}.
          </li>
        )}
        {lookups > 0 && (
          <li>
            Gone? Drop the reference: a resource that does exist stays untracked, and the next update may create it
            again.
          </li>
        )}
        {recommended > 0 && (
          <li>
            {`${some(recommended, count)} ${plural(recommended, 'has', 'have')} ${recommendation}`}
            {recommended > 1 && `: one click chooses ${fix === undefined ? 'them all' : 'it for all'}`}.
          </li>
        )}
        {decisions > 0 && <li>{`${some(decisions, count)} ${plural(decisions, 'needs', 'need')} your decision.`}</li>}
        {byHand > 0 && (
          <li>
            {`${some(byHand, count)} ${plural(byHand, 'has', 'have')} no fix there: `}
            <TextLink to={paths.edit(stack, { do: 'state' })}>edit the state as text</TextLink>.
          </li>
        )}
      </ul>
    </div>
  )
}
