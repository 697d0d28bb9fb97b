import type { ReactNode } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { Finding } from '#contract/recoveries.ts'
import { NOTHING_LOST } from '#domain/recoveries/nothingLost.ts'
import { preview } from '#domain/commands.ts'
import { fullName, parseFullName } from '#domain/stackName.ts'
import { problemsFor } from '#domain/problems/find.ts'
import { useNamedStack } from '#src/api/stacks.ts'
import { Ban } from '#src/ui/Ban.tsx'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { capital } from '#words/capital.ts'
import { plainText } from '#words/plainText.ts'
import { visibleText } from '#words/visible.ts'
import { cx } from '#src/lib/cx.ts'
import { usePersonName } from '#src/lib/personName.ts'
import { paths } from '#src/lib/paths.ts'
import { toneIcons } from '#src/ui/Status.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Time } from '#src/ui/Time.tsx'
import { toneClasses } from '#src/ui/tone.ts'
import { EvidenceDetails } from './effect/EvidenceDetails.tsx'
import { useLevelWords } from './byFile/useLevelWords.ts'

type Reference = NonNullable<Finding['reference']>

type Props = {
  /** Its index in the list. */
  number: number
  finding: Finding
  stack: StackRef
  /** Starts its recovery; nothing if there is none here. */
  action?: ReactNode
  /** Something else comes first: it does not call for attention. */
  isLater?: boolean
  /** What it is about, instead of a line for each. */
  what?: ReactNode
  /** Its questions are asked by the findings that follow from it. */
  isAnsweredElsewhere?: boolean
  /** The evidence is expanded at first. */
  isOpen?: boolean
}

/** With more operations than this, only their number is shown. */
const FEW = 5

/** A finding: what is wrong, the evidence, what could be lost, and the next step. */
export function FindingCard({ number, finding, stack, action, isLater = false, what, ...body }: Props) {
  const { tone, title, ban, explanation } = finding
  const { text, subtle } = toneClasses[tone]
  const Icon = toneIcons[tone]
  const id = `finding-${number}`
  return (
    <li className="min-w-0">
      <article aria-labelledby={id} className="overflow-clip rounded-lg border border-line bg-surface">
        <header
          className={cx(
            'flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-2',
            isLater ? 'bg-sunken' : subtle,
          )}
        >
          <h3
            id={id}
            className={cx('flex min-w-0 items-center gap-2 font-semibold wrap-anywhere', isLater ? 'text-ink' : text)}
          >
            <Icon className={cx('size-4 shrink-0', text)} aria-hidden />
            {/* It may be an error as a provider wrote it. */}
            <span className="line-clamp-3 min-w-0">{visibleText(plainText(title))}</span>
          </h3>
          {action}
        </header>
        <div className="flex flex-col gap-2 px-4 py-3">
          {ban !== undefined && <Ban>{ban}</Ban>}
          <p className="max-w-3xl">
            {explanation} <LearnMore finding={finding} stack={stack} />
          </p>
          {what && <div className="-mx-4 border-y border-line">{what}</div>}
          <FindingFacts finding={finding} stack={stack} isWithoutItems={Boolean(what)} {...body} />
        </div>
      </article>
    </li>
  )
}

/** The page that explains the finding, if there is one. */
export function LearnMore({ finding: { recovery }, stack }: { finding: Finding; stack: StackRef }) {
  const [about] = problemsFor(recovery ?? '')
  if (!about) return null
  return (
    <TextLink
      to={paths.problem(about.id, { stack: fullName(stack) })}
      aria-label={`Learn more: ${about.title}`}
      className="text-sm whitespace-nowrap"
    >
      Learn more
    </TextLink>
  )
}

/** What a finding is about, what could be lost, how its recovery is confirmed, and the evidence. */
export function FindingFacts({
  finding,
  stack,
  isAnsweredElsewhere = false,
  isOpen = false,
  isWithoutItems = false,
}: Pick<Props, 'finding' | 'stack' | 'isAnsweredElsewhere' | 'isOpen'> & { isWithoutItems?: boolean }) {
  const { items, couldBeLost, recovery, level, evidence, reference, again } = finding
  const end = useLevelWords(stack)(level)
  const isBesideAction = stakesAreBeside(finding)
  return (
    <>
      {again !== undefined && <RunAgain command={again} />}
      {reference && <MendReference stack={stack} reference={reference} />}
      <dl className="grid gap-x-4 empty:hidden gap-y-1 max-sm:[&>dt]:pt-1 max-sm:[&>dt]:text-sm sm:grid-cols-[max-content_minmax(0,1fr)]">
        {items.length > 0 && !isWithoutItems && (
          <>
            <dt className="text-muted">What</dt>
            <dd className="flex flex-col wrap-anywhere">
              {items.slice(0, FEW).map((item, index) => (
                <span key={index}>{item}</span>
              ))}
              {items.length > FEW && <span className="text-muted">and {items.length - FEW} more</span>}
            </dd>
          </>
        )}
        {couldBeLost !== NOTHING_LOST && !isBesideAction && (
          <>
            <dt className="text-muted">Risk</dt>
            <dd>{couldBeLost}</dd>
          </>
        )}
        {recovery !== null && level > 0 && !isAnsweredElsewhere && !isBesideAction && (
          <>
            <dt className="text-muted">{end.label}</dt>
            <dd className="wrap-anywhere">{capital(end.words)}.</dd>
          </>
        )}
      </dl>
      <EvidenceDetails evidence={evidence} isOpen={isOpen} />
    </>
  )
}

/** The command of a failed run, to be repeated or previewed. */
export const RunAgain = ({ command }: { command: string }) => (
  <div className="flex max-w-3xl flex-col gap-1">
    <p>Once the cause is fixed:</p>
    <CodeLine code={command} />
  </div>
)

/**
 * The way on is to fix the cause: the risk and the confirmation are those of the other way, and are said beside its
 * button, if it can be taken now.
 */
export const stakesAreBeside = ({
  recovery,
  level,
  blocked,
}: Pick<Finding, 'recovery' | 'level' | 'blocked'>): boolean =>
  recovery === 'finish-destroy' && level > 0 && blocked === null

/** Whether a stack that is not here was deleted, and where it can come from. */
function WhereItIs({ name, deleted }: Pick<Reference, 'name' | 'deleted'>) {
  return (
    <ul className="flex max-w-3xl list-disc flex-col gap-1 pl-5">
      <li>{deleted ? <Deletion name={name} deleted={deleted} /> : 'No deleted stack has this name.'}</li>
      {!deleted && (
        <li>
          If it was never deployed here, run <code>pulumi up</code> in its program.
        </li>
      )}
      <li>
        If it is kept elsewhere, <TextLink to={paths.importState()}>import its state</TextLink>.
      </li>
      <li>If the name is wrong, correct the StackReference in the program.</li>
    </ul>
  )
}

function Deletion({ name, deleted: { at, by } }: { name: string; deleted: NonNullable<Reference['deleted']> }) {
  const ref = parseFullName(name)
  const who = usePersonName(by)
  return (
    <>
      {who} deleted it <Time at={at} />:{' '}
      <TextLink
        to={paths.settings.deleted({ org: ref?.org, search: ref && `${ref.project}/${ref.stack}` })}
        className="whitespace-nowrap"
      >
        restore it
      </TextLink>
      .
    </>
  )
}

/** The new name for the program, or where the stack that it reads can come from; then the preview that proves it. */
function MendReference({ stack, reference: { name, nowCalled, deleted } }: { stack: StackRef; reference: Reference }) {
  const named = useNamedStack(stack)
  const renamed = nowCalled === null ? undefined : parseFullName(nowCalled)
  return (
    <>
      {renamed && nowCalled !== null ? (
        <>
          <p>
            In the program, replace <Mono>{name}</Mono> with the new name of{' '}
            <TextLink to={paths.stack(renamed)}>that stack</TextLink>:
          </p>
          <CodeLine code={nowCalled} label="Copy the new name" />
        </>
      ) : (
        <WhereItIs name={name} deleted={deleted} />
      )}
      <p>Then preview:</p>
      <CodeLine code={preview(named)} />
    </>
  )
}
