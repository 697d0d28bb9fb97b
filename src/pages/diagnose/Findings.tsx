import { useQuery } from '@tanstack/react-query'
import type { StackRef } from '#contract/common.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { healthLooks } from '#src/features/stacks/HealthStatus.tsx'
import { StackHealth } from '#src/features/stacks/StackHealth.tsx'
import { CLOSING_LINE } from '#domain/problems/errorsWithoutPage.ts'
import { fullName } from '#domain/stackName.ts'
import type { Diagnosed } from '#src/features/diagnose/diagnoseText.ts'
import { TimelineView } from '#src/features/updates/timeline/TimelineView.tsx'
import { bytesText } from '#words/bytes.ts'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { counted, list, plural } from '#words/counts.ts'
import { KnownCard } from './KnownCard.tsx'
import { LockCard } from './LockCard.tsx'
import { PrintedCard } from './PrintedCard.tsx'
import { RunCard } from './RunCard.tsx'
import { Triage } from './Triage.tsx'

/** The name of a pasted text. */
export const PASTED = 'The text that you pasted'

type Props = {
  name: string
  diagnosed: Diagnosed
  /** The known stacks that the text means, clearest first. */
  found: readonly StackRef[]
  /** The stack that the user chose, which takes precedence over any in the text. */
  chosen: StackRef | undefined
  onOpen: () => void
}

/** The results, with the stack they are about if it is known here; the timeline of a run is apart, as it needs the whole width. */
export function Findings({ name, diagnosed, found, chosen, onOpen }: Props) {
  if (diagnosed.kind === 'empty') {
    return (
      <Notice tone="unknown" announce="status" title={`${name} is empty`}>
        The file is empty.
      </Notice>
    )
  }
  if (diagnosed.kind === 'state') {
    return (
      <Notice
        tone="running"
        announce="status"
        title={`${name} is a state, not a log`}
        actions={
          <Button look="primary" onClick={onOpen}>
            Open it
          </Button>
        }
      >
        Open it to see what is in it, verify and repair it. It stays in this browser.
      </Notice>
    )
  }
  if (diagnosed.kind === 'lock') return <LockCard lock={diagnosed.lock} stack={chosen} />
  if (diagnosed.kind === 'trace') {
    return (
      <Notice tone="running" announce="status" title={`${name} is a trace of a run`}>
        {diagnosed.course.steps.length === 0
          ? 'It names no call to a provider about a resource: run the command again with --event-log, and drop that file here.'
          : 'Its calls to providers are below. Messages and errors are not in a trace; --event-log writes them.'}
      </Notice>
    )
  }
  return <LogFindings name={name} log={diagnosed} chosen={chosen} found={found} />
}

type LogProps = Pick<Props, 'name' | 'chosen' | 'found'> & { log: Extract<Diagnosed, { kind: 'log' }> }

/** What was recognised in a log: the message to fix first, the stacks, and the other messages folded. */
function LogFindings({ name, log: { known, mentions, bytes, run, printed }, chosen, found }: LogProps) {
  const stacks = chosen ? [chosen] : found
  const endedWell = run !== undefined && !run.isCutOff && run.failed.length === 0 && run.inFlight.length === 0
  const [named] = mentions.filter(({ org, project }) => org !== undefined && project !== undefined)
  const stack = stacks[0] ?? (named && { org: named.org ?? '', project: named.project ?? '', stack: named.stack })
  const isHere = stacks.length > 0
  const [first, ...others] = known
  // Beside a cause the closing line says nothing; its advice is for those who pasted only that.
  const rest = others.filter(({ id }) => id !== CLOSING_LINE)
  return (
    <section aria-label="What was recognised" className="flex min-w-0 flex-col gap-4">
      {/* Before any message: operations of its last update may have to be resolved first. */}
      <AffectedStacks stacks={stacks} />
      <p role="status" className="text-muted">
        {first === undefined
          ? printed
            ? 'This is what pulumi stack prints, and no error.'
            : 'No known message found.'
          : `${counted(1 + rest.length, 'known message')} found.${rest.length === 0 ? '' : ' The main one:'}`}
        {name !== PASTED && ` File: ${name}, ${bytesText(bytes)}.`}
      </p>
      {first && <KnownCard known={first} stack={stack} isHere={isHere} />}
      {printed && <PrintedCard printed={printed} stack={stack} isHere={isHere} />}
      {run && <RunCard run={run} />}
      {rest.length > 0 && (
        <Disclosure summary={`${counted(rest.length, 'other message')}: ${list(rest.map(({ title }) => title))}`}>
          {rest.map((each) => (
            <KnownCard key={each.id} known={each} stack={stack} isHere={isHere} />
          ))}
        </Disclosure>
      )}
      {!first && !printed && (endedWell ? <p>The update succeeded; nothing needs fixing.</p> : <Triage />)}
    </section>
  )
}

const AffectedStacks = ({ stacks }: { stacks: readonly StackRef[] }) =>
  stacks.length > 0 && (
    <Card look="section" title={plural(stacks.length, 'Affected stack', 'Affected stacks')}>
      <ul className="flex flex-col gap-2">
        {stacks.slice(0, 5).map((ref) => (
          <li key={fullName(ref)} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-mono wrap-anywhere">{fullName(ref)}</span>
            <Health stack={ref} />
          </li>
        ))}
      </ul>
    </Card>
  )

/** The state of a stack now, since the log may be older, and the way to its recovery. */
function Health({ stack }: { stack: StackRef }) {
  const { data } = useQuery(stackQueries.detail(stack))
  if (data === undefined) return null
  return (
    <>
      <span className="flex min-w-0 flex-wrap items-center gap-x-3">
        <StackHealth stack={data} />
        <span className="text-sm wrap-anywhere text-muted">{data.healthReason}</span>
      </span>
      <LinkButton
        to={paths.recover(stack)}
        size="sm"
        look={healthLooks[data.health].action === 'recover' ? 'primary' : 'quiet'}
        aria-label={`Open its recovery: ${fullName(stack)}`}
      >
        Open its recovery
      </LinkButton>
    </>
  )
}

/** The timeline of the run in a log or a trace; nothing for other texts. */
export function FoundTimeline({ diagnosed }: { diagnosed: Diagnosed }) {
  const course =
    diagnosed.kind === 'trace' ? diagnosed.course : diagnosed.kind === 'log' ? diagnosed.run?.course : undefined
  return course && course.steps.length > 0 ? <TimelineView course={course} now={course.to ?? 0} /> : null
}
