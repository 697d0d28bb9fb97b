import { parseUrn } from '../state/urn.ts'
import { withNames } from '../state/plainIntegrity.ts'
import type { Failure } from './failure.ts'

/** A failure as one line, with names in place of URNs: `images: creating S3 Bucket: BucketAlreadyExists`. */
export const failureText = ({ urn, text }: Pick<Failure, 'urn' | 'text'>): string =>
  `${urn === null ? '' : `${parseUrn(urn)?.name ?? urn}: `}${withNames(firstLine(text))}`

/** The path of an address. */
const LONG_PATH = /(https?:\/\/[^\s/()"'<>]+\/)[^\s()"'<>]{16,}(?<![.,:;])/g

/** The same for a place that cuts what is too long: without the paths of addresses, because the reason is at the end. */
export const failureLine = (failure: Pick<Failure, 'urn' | 'text'>): string =>
  failureText(failure).replaceAll(LONG_PATH, '$1…')

/** Text that providers put before the error itself. */
const PREAMBLE = /^(?:\d+ errors? occurred:?|error:|errors:|\*|\S+\.go:\d+:(?: sdk\.\w+:)?)\s*/i

/** A refusal by a rule or a user as the client prints it, with the address of the run, which the reader has. */
const REFUSAL = /^.*\[403\] Holdfast: (.*?)(?: https?:\/\/\S+)?$/

/** The first line of an error with any content. */
export function firstLine(text: string): string {
  for (const line of text.split('\n')) {
    let rest = line.trim()
    while (PREAMBLE.test(rest)) rest = rest.replace(PREAMBLE, '')
    if (rest !== '') return rest.replace(REFUSAL, '$1')
  }
  return text.trim()
}
