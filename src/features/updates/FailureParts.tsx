import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { Outage, UpdateBrief } from '#contract/updates.ts'
import { isRefusedByRule } from '#domain/approvals/words.ts'
import { catalogue } from '#domain/recoveries/catalogue.ts'
import { parseUrn } from '#domain/state/urn.ts'
import { paths } from '#src/lib/paths.ts'
import { Mono } from '#src/ui/Mono.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { knownErrors } from './knownErrors.ts'

/** Maximum number of explanations: of a pod that does not start, and of the image that can’t be pulled. */
const MAX_KNOWN = 2
/** Maximum number of recoveries named next to an error. */
const MAX_WAYS = 2

/** The resource whose step failed: name, type, and the provider unless the error is Holdfast’s. */
export function FailedResource({
  stack,
  urn,
  isOurs = false,
}: {
  stack: StackRef
  urn: string | null
  /** The error is Holdfast’s own. */
  isOurs?: boolean
}) {
  const resource = urn === null ? undefined : parseUrn(urn)
  if (!resource) return null
  return (
    <p>
      <TextLink to={paths.resources(stack, { urn: urn ?? undefined })}>{resource.name}</TextLink>{' '}
      <Mono>{resource.type}</Mono>
      {!isOurs && <span className="text-muted"> · provider {resource.type.split(':')[0]}</span>}
    </p>
  )
}

type Props = {
  stack: StackRef
  kind: UpdateBrief['kind']
  /** The whole error. */
  text: string
  /** When Holdfast was down during the run. */
  outages: readonly Outage[]
  /** Shown for an error that the dictionary does not explain, with what to do about it. */
  unknown: (advice: ReactNode) => ReactNode
}

/** A call to Holdfast met an outage, which has ended: the dictionary would explain it as the client's network. */
export const isFromOutage = (text: string, outages: readonly Outage[]): boolean =>
  outages.length > 0 && text.includes('/api/stacks/')

/** What the error dictionary says about an error, with the recoveries that it names. */
export function FailureExplanation({ stack, kind, text, outages, unknown }: Props) {
  const known = useQuery(knownErrors(text)).data?.slice(0, MAX_KNOWN)
  if (isFromOutage(text, outages)) return unknown('Run the command again.')
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
  const ways = [...new Set(known.flatMap(({ recoveries }) => recoveries))]
    .filter((id) => id !== 'finish-destroy' || kind === 'destroy')
    .slice(0, MAX_WAYS)
  return (
    <>
      <div className="grid gap-x-8 gap-y-2 lg:grid-cols-2">
        {known.map(({ id, title, meaning, advice }) => (
          <p key={id} className={isAlone ? 'max-w-3xl lg:col-span-2' : 'max-w-prose'}>
            <strong className="font-semibold">{title}.</strong> {meaning} {advice}
          </p>
        ))}
      </div>
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
  )
}
