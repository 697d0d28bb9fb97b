import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { UpdateDetail } from '#contract/updates.ts'
import { isRefusedByRule, ruleRefusalTitle } from '#domain/approvals/words.ts'
import { groupCounts } from '#domain/events/opGroups.ts'
import { isFromOutage } from '#domain/health/outage.ts'
import { saysMore } from '#src/features/updates/diagnostics.ts'
import { plainText } from '#words/plainText.ts'
import { AfterOutage, FailedResource, FailureExplanation } from '#src/features/updates/FailureParts.tsx'
import { knownErrors } from '#src/features/updates/knownErrors.ts'
import { isRunning } from '#src/features/updates/words.ts'
import { visibleText } from '#words/visible.ts'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { tabSearch } from './tabs.ts'

/** The error that the notice shows; null if the run has none. */
export const shownCause = ({ failure, status }: UpdateDetail): UpdateDetail['failure'] =>
  status === 'succeeded' ? null : failure

/**
 * The error that made the run fail, first on the page: its first line, the resource, the explanation. `isShort`: above
 * another tab, without the whole error and the explanation.
 */
export function CauseNotice({ run, isShort = false }: { run: UpdateDetail; isShort?: boolean }) {
  const { stack } = run
  const failure = shownCause(run)
  if (failure === null) return null
  const { urn, line, text } = failure
  const hasMore = saysMore(text)
  const isRefusal = isRefusedByRule(text)
  const shown = visibleText(plainText(line))
  const title = isRefusal ? ruleRefusalTitle(shown) : shown
  const isHoldfast = isFromOutage(text, run.outages)
  return (
    <Notice
      tone={isRunning(run) ? 'attention' : 'danger'}
      announce="none"
      title={
        <span className={isShort ? 'line-clamp-3 sm:line-clamp-2' : 'line-clamp-4'}>
          {isShort && !(isRefusal || isHoldfast) && <KnownTitle text={text} />}
          {title}
        </span>
      }
      actions={isShort ? undefined : <CopyButton look="words" label="Copy the error" text={plainText(text)} isLines />}
    >
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          <FailedResource stack={stack} urn={urn} isHoldfast={isRefusal || isHoldfast} />
          {isShort && <TextLink to={tabSearch('changes')}>The whole error, and what to do</TextLink>}
          <TextLink to={`${tabSearch('timeline')}${urn === null ? '' : `&row=${encodeURIComponent(urn)}`}`}>
            What happened before it failed
          </TextLink>
          {!isShort && <TextLink to={tabSearch('log')}>Show in the log</TextLink>}
        </div>
        {hasMore && !isShort && (
          <pre
            role="region"
            className="max-h-48 overflow-auto font-mono text-xs whitespace-pre-wrap"
            tabIndex={0}
            aria-label="The whole error"
          >
            {visibleLines(text)}
          </pre>
        )}
        {!isShort &&
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

/** What the error is, in a few words, where the explanation is on another tab: its first line may be too long to be read. */
function KnownTitle({ text }: { text: string }) {
  const title = useQuery(knownErrors(text)).data?.[0]?.title
  return title === undefined ? null : `${title}. `
}

const visibleLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => visibleText(plainText(line).replaceAll('\t', '  ')))
    .join('\n')
