import type { EditPlan, EditProblem } from '#contract/edits.ts'
import { counted } from '#words/counts.ts'
import { Card } from '#src/ui/Card.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { NoticeList } from '#src/ui/NoticeList.tsx'
import { Status } from '#src/ui/Status.tsx'
import { TerminalLines } from '#src/ui/TerminalLines.tsx'
import { UrnChanges } from '#src/ui/UrnChanges.tsx'
import { DiffView } from './DiffView.tsx'

type Props = {
  plan: EditPlan
  /** Added to the title: which stack, if there are two. */
  title?: string
  /** The problems are shown elsewhere, next to the text that has them. */
  withoutProblems?: boolean
  /** That the current version is kept is said elsewhere, or there is none. */
  withoutKept?: boolean
  /** The reader cannot write it. */
  isOnlyRead?: boolean
  /** That the state is valid is said elsewhere, next to its file. */
  withoutValid?: boolean
  /** What the title of a refusal says of the edit. */
  refused?: string | undefined
}

/**
 * Exactly what an edit would do, before anything is written: problems, differences, both verifiers, and the equivalent
 * commands.
 */
export function EditPlanView({
  plan,
  title = 'What changes',
  withoutProblems = false,
  withoutKept = false,
  isOnlyRead = false,
  withoutValid = false,
  refused,
}: Props) {
  const { diff, problems, stopAndAsk, urnsChanged, isPossible, terminal } = plan
  const cautions = isPossible && !isOnlyRead ? stopAndAsk : []
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {withoutProblems ? (
        <NoticeList title="Double-check" items={cautions} />
      ) : (
        <EditProblems problems={problems} cautions={cautions} isOnlyRead={isOnlyRead} refused={refused} />
      )}
      {isPossible && (
        <Card title={title}>
          <div className="flex min-w-0 flex-col gap-4">
            <DiffView diff={diff} />
            {urnsChanged.length > 0 && <UrnChanges changes={urnsChanged} />}
            {!withoutKept && (
              <p className="text-sm text-muted">
                {diff.counts.same > 0 && 'Everything else is unchanged. '}The current version is kept and can be
                restored.
              </p>
            )}
          </div>
        </Card>
      )}
      <Integrity plan={plan} withoutValid={withoutValid} />
      {isPossible && <CliCommands lines={terminal} />}
    </div>
  )
}

/** The same in a terminal. */
export const CliCommands = ({ lines }: { lines: readonly string[] }) =>
  lines.length > 0 && (
    <Disclosure summary="CLI commands">
      <TerminalLines lines={lines} />
    </Disclosure>
  )

type ProblemsProps = Required<Pick<Props, 'isOnlyRead' | 'refused'>> & {
  problems: readonly EditProblem[]
  /** What to check before it is written. */
  cautions: readonly string[]
}

/** What prevents an edit, and what must be known before it, in one place. */
function EditProblems({ problems, cautions, isOnlyRead, refused = 'This can’t be written' }: ProblemsProps) {
  const errors = problems.filter(({ severity }) => severity === 'error')
  const warnings = problems.filter(({ severity }) => severity === 'warning')
  // Warnings of a plan that can be written stand with what to check before.
  const isOneList = errors.length === 0 && !isOnlyRead && !isNothing(warnings)
  const listed = isOneList ? [...warnings.map(({ message }) => message), ...cautions] : cautions
  return (
    <>
      {errors.length > 0 && (
        <Notice tone="danger" announce="status" title={refused}>
          <Messages problems={errors} />
        </Notice>
      )}
      {!isOneList && warnings.length > 0 && (
        <Notice
          tone="unknown"
          announce="none"
          title={isNothing(warnings) ? 'No changes yet' : isOnlyRead ? 'About this plan' : 'Before you continue'}
        >
          {isNothing(warnings) ? 'This is the current state.' : <Messages problems={warnings} />}
        </Notice>
      )}
      <NoticeList title={listed.length > cautions.length ? 'Before you continue' : 'Double-check'} items={listed} />
    </>
  )
}

const isNothing = (problems: readonly EditProblem[]): boolean =>
  problems.length === 1 && problems[0]?.code === 'nothing'

const Messages = ({ problems }: { problems: readonly EditProblem[] }) => (
  <ul className="flex flex-col gap-1">
    {problems.map(({ message }, index) => (
      <li key={index} className="wrap-anywhere">
        {message}
      </li>
    ))}
  </ul>
)

function Integrity({
  plan: { integrityBefore, integrityAfter, isPossible },
  withoutValid,
}: Required<Pick<Props, 'plan' | 'withoutValid'>>) {
  if (integrityBefore.length === 0 && integrityAfter.length === 0)
    return (
      isPossible &&
      !withoutValid && (
        <Status tone="ok" className="whitespace-normal!">
          Valid: checked against the CLI’s rules and Holdfast’s stricter ones
        </Status>
      )
    )
  return (
    <Card title="State integrity">
      <div className="grid gap-x-8 gap-y-3 md:grid-cols-2">
        <Verdict title="Before" integrityErrors={integrityBefore} />
        {isPossible && <Verdict title="After" integrityErrors={integrityAfter} />}
      </div>
    </Card>
  )
}

const SHOWN = 20

const Verdict = ({ title, integrityErrors }: { title: string; integrityErrors: readonly string[] }) => (
  <div className="min-w-0">
    <p className="text-sm text-muted">{title}</p>
    {integrityErrors.length === 0 ? (
      <Status tone="ok">Valid</Status>
    ) : (
      <>
        <Status tone="danger">{counted(integrityErrors.length, 'error')}</Status>
        <ul className="list-disc pl-4">
          {integrityErrors.slice(0, SHOWN).map((integrityError, index) => (
            <li key={index} className="wrap-anywhere">
              {integrityError}
            </li>
          ))}
        </ul>
        {integrityErrors.length > SHOWN && (
          <p className="text-sm text-muted">and {integrityErrors.length - SHOWN} more</p>
        )}
      </>
    )}
  </div>
)
