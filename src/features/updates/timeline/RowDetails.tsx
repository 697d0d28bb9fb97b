import X from 'lucide-react/icons/x'
import type { Row } from '#domain/timeline/rows.ts'
import { urnName } from '#domain/state/urn.ts'
import { isApproval } from '#domain/timeline/approvalWaits.ts'
import { heldBefore } from '#domain/timeline/journalWaits.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { TextButton } from '#src/ui/TextButton.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { counted } from '#words/counts.ts'
import type { Analysis } from './analysis.ts'
import { dependencyWords, spanText, stepWords, waitWords } from './words.ts'

type Props = {
  analysis: Analysis
  row: Row
  now: number
  /** Its duration in the run before, and the name of that run. */
  before: { ms: number | undefined; title: string } | undefined
  resourcePath: ((urn: string) => string) | undefined
  onSelect: (urn: string | undefined) => void
}

/** The selected resource: its steps with times, what each waited for, and the former duration. */
export function RowDetails({ analysis, row, now, before, resourcePath, onSelect }: Props) {
  const { course, waits, path } = analysis
  const held = heldBefore(course)
  return (
    <section
      aria-label={`Steps of ${row.name}`}
      className="bg-sunken px-4 py-3 max-lg:sticky max-lg:bottom-0 max-lg:z-10 max-lg:max-h-[45dvh] max-lg:overflow-y-auto max-lg:border-t max-lg:border-line max-lg:shadow-raised"
    >
      <header className="mb-2 flex items-center justify-between gap-2">
        <h3 className="min-w-0 wrap-anywhere">
          {resourcePath ? (
            <TextLink to={resourcePath(row.urn)} className="font-semibold">
              {row.name}
            </TextLink>
          ) : (
            <span className="font-semibold">{row.name}</span>
          )}{' '}
          <Mono className="text-muted">{row.type}</Mono>
        </h3>
        <IconButton label="Close" Icon={X} onClick={() => onSelect(undefined)} />
      </header>
      <div className="flex flex-col gap-3">
        {row.contains > 0 && <p className="text-muted">Holds {counted(row.contains, 'resource')}.</p>}
        {row.steps.map((index) => {
          const step = course.steps[index]
          if (!step) return null
          const wait = waits[index]
          const last = wait?.why === 'dependency' ? course.steps[wait.on] : undefined
          const needed = last && !isApproval(last) ? last : undefined
          const heldMs = (step.end === null ? 0 : held(step.end)) + (step.begin === null ? 0 : held(step.begin))
          return (
            <KeyValue
              key={index}
              items={[
                {
                  label: 'Step',
                  value: `${stepWords(step, course, now)}${path.steps.has(index) ? ', on the critical path' : ''}`,
                },
                {
                  label: 'Started',
                  value:
                    step.begin === null
                      ? 'not recorded'
                      : `${spanText(step.begin - course.from, course)} after the start`,
                },
                {
                  label: 'Waited for',
                  value: needed ? (
                    <>
                      <TextButton onClick={() => onSelect(needed.urn)}>{urnName(needed.urn)}</TextButton>,{' '}
                      {dependencyWords(needed.urn)}
                    </>
                  ) : (
                    waitWords(wait, course)
                  ),
                },
                {
                  label: 'Held by the CLI',
                  value: heldMs === 0 ? undefined : `up to ${spanText(heldMs, course)}, to fill journal batches`,
                },
              ]}
            />
          )
        })}
        {before && (
          <p className="text-muted">
            {before.title}: {before.ms === undefined ? 'not touched' : `took ${spanText(before.ms, course)}`}
          </p>
        )}
      </div>
    </section>
  )
}
