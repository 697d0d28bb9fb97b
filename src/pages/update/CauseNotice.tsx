import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { UpdateDetail } from '#contract/updates.ts'
import { isRefusedByRule, ruleRefusalTitle } from '#domain/approvals/words.ts'
import { firstLine } from '#domain/events/failureLine.ts'
import { groupCounts } from '#domain/events/opGroups.ts'
import { isFromOutage } from '#domain/health/outage.ts'
import { urnName } from '#domain/state/urn.ts'
import { saysMore } from '#src/features/updates/diagnostics.ts'
import { plainText } from '#words/plainText.ts'
import { AfterOutage, FailedResource, FailureExplanation } from '#src/features/updates/FailureParts.tsx'
import { knownErrors } from '#src/features/updates/knownErrors.ts'
import { isRunning } from '#src/features/updates/words.ts'
import { cx } from '#src/lib/cx.ts'
import { visibleText } from '#words/visible.ts'
import { DisclosureSummary } from '#src/ui/Disclosure.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { type Tab, tabSearch } from './tabs.ts'

/** The error that the notice shows; null if the run has none. */
export const shownCause = ({ failure, status }: UpdateDetail): UpdateDetail['failure'] =>
  status === 'succeeded' ? null : failure

/**
 * The error that made the run fail, first on the page: what it is in a few words and what to do, or its first line if
 * it is not known; the resource; the whole error. Above a `tab` that is not the changes, without the explanation.
 */
export function CauseNotice({ run, tab = 'changes' }: { run: UpdateDetail; tab?: Tab | undefined }) {
  const failure = shownCause(run)
  return failure && <Cause run={run} failure={failure} tab={tab} />
}

type CauseProps = { run: UpdateDetail; failure: NonNullable<UpdateDetail['failure']>; tab: Tab }

function Cause({ run, failure, tab }: CauseProps) {
  const { stack } = run
  const { urn, line, text } = failure
  const hasMore = saysMore(text)
  const isRefusal = isRefusedByRule(text)
  const shown = visibleText(plainText(line))
  const title = isRefusal ? ruleRefusalTitle(shown) : shown
  const isHoldfast = isFromOutage(text, run.outages)
  const name = urn === null ? 'The resource' : urnName(urn)
  const isShort = tab !== 'changes'
  const known = useKnown(isRefusal || isHoldfast ? null : text)
  return (
    <Notice
      tone={isRunning(run) ? 'attention' : 'danger'}
      announce="none"
      title={
        <span className={isShort ? 'line-clamp-3 sm:line-clamp-2' : 'line-clamp-4'}>
          {known?.title.replace(/^The resource(?= )/, name) ?? title}
        </span>
      }
      actions={isShort ? undefined : <CopyButton look="words" label="Copy the error" text={plainText(text)} isLines />}
    >
      <div className="flex flex-col gap-2">
        {known !== undefined && (isShort || !hasMore) && <ErrorLine text={known.line} isShort={isShort} />}
        {!isShort && known !== undefined && (
          <FailureExplanation stack={stack} kind={run.kind} text={text} title={known.title} unknown={() => null} />
        )}
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          <FailedResource stack={stack} urn={urn} isHoldfast={isRefusal || isHoldfast} />
          {isShort && <TextLink to={tabSearch('changes')}>The whole error, and what to do</TextLink>}
          <TextLink to={`${tabSearch('timeline')}${urn === null ? '' : `&row=${encodeURIComponent(urn)}`}`}>
            What happened before it failed
          </TextLink>
          {tab !== 'log' && <TextLink to={tabSearch('log')}>Show in the log</TextLink>}
        </div>
        {hasMore && !isShort && <WholeError text={text} isOpen={known === undefined} />}
        {!isShort &&
          known === undefined &&
          (isHoldfast ? (
            <Saved run={run} advice={<AfterOutage failure={failure} ci={run.ci} />} />
          ) : (
            <FailureExplanation
              stack={stack}
              kind={run.kind}
              text={text}
              unknown={(advice) => <Saved run={run} advice={advice} isRefusal={isRefusal} />}
            />
          ))}
      </div>
    </Notice>
  )
}

/** Whether a run changed nothing, as far as its counts and its state say. */
const changedNothing = ({ resourceChanges, pendingLeft }: UpdateDetail): boolean =>
  pendingLeft === 0 && resourceChanges !== null && groupCounts(resourceChanges).every(({ group }) => group === 'same')

type SavedProps = { run: UpdateDetail; advice: ReactNode; isRefusal?: boolean }

const Saved = ({ run, advice, isRefusal = false }: SavedProps) =>
  !isRunning(run) &&
  !run.dryRun && (
    <p>
      {isRefusal && changedNothing(run) ? 'Nothing was changed.' : 'Everything that it completed is saved.'} {advice}
    </p>
  )

/** What the error is, in a few words, and the line that says so; undefined if the dictionary does not know it, or without a text. */
function useKnown(text: string | null): { title: string; line: string } | undefined {
  const first = useQuery({ ...knownErrors(text ?? ''), enabled: text !== null }).data?.[0]
  if (text === null || first === undefined) return undefined
  const line = text.split('\n')[(first.places[0]?.line ?? 1) - 1] ?? text
  return { title: first.title, line: visibleText(firstLine(plainText(line))) }
}

/** A line of the error, in its own words and apart from what it is called here. */
const ErrorLine = ({ text, isShort }: { text: string; isShort: boolean }) => (
  <p
    className={cx(
      isShort ? 'line-clamp-6 sm:line-clamp-2' : 'line-clamp-[12]',
      'font-mono text-xs wrap-anywhere text-muted',
    )}
    title={text}
  >
    {text}
  </p>
)

/** The error as it was reported: folded where its title and its explanation say what it means. */
function WholeError({ text, isOpen }: { text: string; isOpen: boolean }) {
  const whole = (
    <pre
      role="region"
      className="max-h-48 overflow-auto font-mono text-xs whitespace-pre-wrap"
      tabIndex={0}
      aria-label="The whole error"
    >
      {visibleLines(text)}
    </pre>
  )
  if (isOpen) return whole
  return (
    <details>
      <DisclosureSummary>The whole error</DisclosureSummary>
      <div className="mt-1">{whole}</div>
    </details>
  )
}

const visibleLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => visibleText(plainText(line).replaceAll('\t', '  ')))
    .join('\n')
