import { useQuery } from '@tanstack/react-query'
import type { UpdateDetail } from '#contract/updates.ts'
import { catalogue } from '#domain/recoveries/catalogue.ts'
import { parseUrn } from '#domain/state/urn.ts'
import { plainText } from '#words/plainText.ts'
import { knownErrors } from '#src/features/updates/knownErrors.ts'
import { isRunning } from '#src/features/updates/words.ts'
import { paths } from '#src/lib/paths.ts'
import { visibleText } from '#words/visible.ts'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'

/** Maximum number of explanations: of a pod that does not start, and of the image that can’t be pulled. */
const MAX_KNOWN = 2
/** Maximum number of recoveries named next to an error. */
const MAX_WAYS = 2

/** The error that made the run fail, first on the page: its first line, the resource, the explanation. */
export function CauseNotice({ run }: { run: UpdateDetail }) {
  const { failure, stack } = run
  const known = useQuery({ ...knownErrors(failure?.text ?? ''), enabled: failure !== null }).data?.slice(0, MAX_KNOWN)
  if (failure === null || run.status === 'succeeded') return null
  const { urn, line, text } = failure
  const resource = urn === null ? undefined : parseUrn(urn)
  // Errors of a destroy are reported for creates as well.
  const ways = [...new Set(known?.flatMap(({ recoveries }) => recoveries))]
    .filter((id) => id !== 'finish-destroy' || run.kind === 'destroy')
    .slice(0, MAX_WAYS)
  const hasMore = text.trim() !== line
  return (
    <Notice
      tone={isRunning(run) ? 'attention' : 'danger'}
      announce="none"
      title={<span className="line-clamp-4">{visibleText(plainText(line))}</span>}
      actions={<CopyButton look="words" label="Copy the error" text={plainText(text)} isLines />}
    >
      <div className="flex flex-col gap-2">
        {resource && (
          <p>
            <TextLink to={paths.resources(stack, { urn: urn ?? undefined })}>{resource.name}</TextLink>{' '}
            <Mono>{resource.type}</Mono>
            <span className="text-muted"> · provider {resource.type.split(':')[0]}</span>
          </p>
        )}
        {hasMore && (
          <pre
            role="region"
            className="max-h-48 overflow-auto font-mono text-xs whitespace-pre-wrap"
            tabIndex={0}
            aria-label="The whole error"
          >
            {visibleLines(text)}
          </pre>
        )}
        {known && known.length > 0 ? (
          <>
            {known.map(({ id, title, meaning, advice }) => (
              <p key={id} className="max-w-prose">
                <strong className="font-semibold">{title}.</strong> {meaning} {advice}
              </p>
            ))}
            {ways.length > 0 && (
              <p className="flex flex-wrap gap-x-4">
                {ways.map((id) => (
                  <TextLink key={id} to={paths.recovery(stack, id)}>
                    {catalogue[id].title}
                  </TextLink>
                ))}
              </p>
            )}
          </>
        ) : (
          !isRunning(run) &&
          !run.dryRun && <p>Everything that it completed is saved. Fix the cause, then run the command again.</p>
        )}
      </div>
    </Notice>
  )
}

const visibleLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => visibleText(plainText(line).replaceAll('\t', '  ')))
    .join('\n')
