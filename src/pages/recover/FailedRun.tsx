import type { StackRef } from '#contract/common.ts'
import type { Outage, UpdateBrief } from '#contract/updates.ts'
import { isFromOutage } from '#domain/health/outage.ts'
import { urnName } from '#domain/state/urn.ts'
import { RunAgain } from '#src/features/recovery/FindingCard.tsx'
import { AfterOutage, FailedResource, FailureExplanation } from '#src/features/updates/FailureParts.tsx'
import { OutageList } from '#src/features/updates/outage/OutageList.tsx'
import { OutageNotice } from '#src/features/updates/outage/OutageNotice.tsx'
import { runPath, runTitle } from '#src/features/updates/words.ts'
import { useRunnerName } from '#src/lib/personName.ts'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { DatedTime } from '#src/ui/Time.tsx'
import { plainText } from '#words/plainText.ts'
import { visibleText } from '#words/visible.ts'
import { Hero } from './Hero.tsx'
import type { FailedUpdate } from './onePath.ts'

type Props = {
  stack: StackRef
  update: FailedUpdate
  /** The command to run once the cause is fixed. */
  again?: string | undefined
  /** When Holdfast itself was down during the run, which may be the cause. */
  outages: readonly Outage[]
}

/** The last update failed and left nothing unknown: its error, the resource, and what to do about the cause. */
export function FailedRun({ stack, update, again, outages }: Props) {
  const { failure, kind } = update
  const error = visibleText(plainText(failure.line))
  if (isFromOutage(failure.text, outages)) return <FailedInOutage {...{ stack, update, outages, error }} />
  return (
    <Hero
      tone="attention"
      title={
        <>
          {runTitle(update)} failed{failure.urn !== null && <> at {urnName(failure.urn)}</>}
        </>
      }
      text={<EndOfRun update={update} />}
      action={
        <LinkButton look="primary" to={runPath(stack, update)}>
          View {runTitle(update).toLowerCase()}
        </LinkButton>
      }
    >
      {outages.length > 0 && (
        <div className="px-4 pt-3">
          <OutageNotice outages={outages} />
        </div>
      )}
      <div className="flex flex-col gap-2 px-4 py-3">
        <FailureExplanation stack={stack} kind={kind} text={failure.text} unknown={(advice) => <p>{advice}</p>} />
        <FailedResource stack={stack} urn={failure.urn} />
        <p className="max-w-4xl text-muted wrap-anywhere">{error}</p>
        {again !== undefined && <RunAgain command={again} />}
      </div>
    </Hero>
  )
}

/** Holdfast was the cause, and works again: nothing is to be looked for. */
function FailedInOutage({ stack, update, outages, error }: Props & { error: string }) {
  const { failure } = update
  return (
    <Hero
      tone="attention"
      title={`${runTitle(update)} failed because Holdfast was down`}
      text={
        <>
          <EndOfRun update={update} /> <AfterOutage failure={failure} ci={update.ci} />
        </>
      }
      action={
        <LinkButton look="primary" to={runPath(stack, update)}>
          View {runTitle(update).toLowerCase()}
        </LinkButton>
      }
    >
      <div className="flex flex-col gap-2 px-4 py-3">
        <p>
          <OutageList outages={outages} />
        </p>
        <Disclosure summary="Error">
          <FailedResource stack={stack} urn={failure.urn} isHoldfast />
          <p className="wrap-anywhere">{error}</p>
        </Disclosure>
      </div>
    </Hero>
  )
}

/** Who ran it, when it failed, and what is saved. */
export function EndOfRun({ update }: { update: UpdateBrief }) {
  const name = useRunnerName(update.by.login, update.ci)
  return (
    <>
      {runTitle(update)} by {name} failed <DatedTime at={update.endedAt ?? update.createdAt} />. Everything that it
      completed is saved.
    </>
  )
}
