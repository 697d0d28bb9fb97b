import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { UpdateBrief } from '#contract/updates.ts'
import type { Recognised } from '#domain/errorDictionary/recogniseErrors.ts'
import { isRefusedByRule } from '#domain/approvals/words.ts'
import { unsureResource } from '#domain/health/outage.ts'
import { catalogue } from '#domain/recoveries/catalogue.ts'
import { parseUrn, urnName } from '#domain/state/urn.ts'
import { paths } from '#src/lib/paths.ts'
import { ExternalLink } from '#src/ui/ExternalLink.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { WithCode } from '#src/ui/WithCode.tsx'
import { jobName } from '#words/personName.ts'
import { knownErrors } from './knownErrors.ts'

/** Maximum number of explanations: of a pod that does not start, and of the image that can’t be pulled. */
const MAX_KNOWN = 2
/** Maximum number of recoveries named next to an error. */
const MAX_WAYS = 2

/** The resource whose step failed: name, type, and the provider unless the error is Holdfast’s. */
export function FailedResource({
  stack,
  urn,
  isHoldfast = false,
}: {
  stack: StackRef
  urn: string | null
  /** Whether the error is Holdfast’s. */
  isHoldfast?: boolean
}) {
  const resource = urn === null ? undefined : parseUrn(urn)
  if (!resource) return null
  return (
    <p>
      <TextLink to={paths.resources(stack, { urn: urn ?? undefined })}>{resource.name}</TextLink>{' '}
      <Mono>{resource.type}</Mono>
      {!isHoldfast && <span className="text-muted"> · provider {resource.type.split(':')[0]}</span>}
    </p>
  )
}

type Failure = NonNullable<UpdateBrief['failure']>

type Props = {
  stack: StackRef
  kind: UpdateBrief['kind']
  /** The whole error. */
  text: string
  /** Shown for an error that the dictionary does not explain, with what to do about it. */
  unknown: (advice: ReactNode) => ReactNode
  /** Shown above: not again for the explanation with this title. */
  title?: string
}

/** What is known of the resource whose step met an outage, and what to do. */
export const AfterOutage = ({ failure, ci }: Pick<UpdateBrief, 'ci'> & { failure: Failure }) => (
  <>
    {failure.urn !== null &&
      (unsureResource(failure) === undefined
        ? `Nothing was done to ${urnName(failure.urn)}: its step was not started. `
        : `The step on ${urnName(failure.urn)} may have been carried out in the cloud, or not: check that first. `)}
    {ci === null ? (
      'Run the command again.'
    ) : (
      <>
        Run the job again: <ExternalLink href={ci.url}>{jobName(ci)}</ExternalLink>
      </>
    )}
  </>
)

const COMMAND = /(\bpulumi (?:up|refresh|preview|destroy|cancel)\b)/

/** What the error dictionary says about an error, with the recoveries that it names. */
export function FailureExplanation({ stack, kind, text, unknown, title }: Props) {
  const known = useQuery(knownErrors(text)).data?.slice(0, MAX_KNOWN)
  if (isRefusedByRule(text))
    return unknown(
      <>
        Change the program so that it needs no such step, or ask an administrator to{' '}
        <TextLink to={paths.settings.approvals()}>change the rule</TextLink>.
      </>,
    )
  if (!known || known.length === 0) return unknown('Fix the cause, then run the command again.')
  const isAlone = known.length === 1
  // Errors of a destroy are reported for creates as well.
  const waysOf = ({ recoveries }: Recognised, index: number) =>
    recoveries
      .filter((id) => id !== 'finish-destroy' || kind === 'destroy')
      // Once, below the last explanation that has it: the one that is most about it.
      .filter((id) => !known.slice(index + 1).some((later) => later.recoveries.includes(id)))
      .slice(0, MAX_WAYS)
  return (
    <div className="grid gap-x-8 gap-y-2 lg:grid-cols-2">
      {known.map((each, index) => (
        <div key={each.id} className={isAlone ? 'max-w-3xl lg:col-span-2' : 'max-w-prose'}>
          <p>
            {each.title !== title && <strong className="font-semibold">{each.title}. </strong>}
            {each.meaning} <WithCode text={each.advice} code={COMMAND} />
          </p>
          <p className="flex flex-wrap gap-x-4">
            {waysOf(each, index).map((id) => (
              <TextLink key={id} to={paths.recovery(stack, id)}>
                More about “{catalogue[id].title}”
              </TextLink>
            ))}
          </p>
        </div>
      ))}
    </div>
  )
}
