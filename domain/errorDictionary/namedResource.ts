import { ROOT_STACK_TYPE, parseUrn } from '../state/urn.ts'

/** A resource as the CLI names it in a log; the ID only if the provider's message has it. */
export type NamedResource = { type: string; name: string; id?: string }

const TYPE = String.raw`(?<type>[\w-]+:[\w./-]*:\w+)`
/** How the CLI names the resource that an error is about: over its messages, in its row of the progress, or by its URN. */
const FORMS: readonly RegExp[] = [
  new RegExp(String.raw`^${TYPE} \((?<name>[^()]+)\):`),
  new RegExp(String.raw`^(?:[+~-]+ )?${TYPE} (?<name>\S+) .*\b(?:error|failed)\b`),
  /(?<urn>urn:pulumi:[^\s'"]+)/,
]
/** `creating S3 Bucket (acme-exports):`, as providers that come from Terraform write it. */
const WITH_ID = /\bcreating [A-Z][\w /-]*\((?<id>[^()\s]+)\)/

/**
 * The resource that an error message is about: the nearest one named above it. `before` is the cleaned text of the log up
 * to the message. Undefined if none is named there, or only the stack itself.
 */
export function resourceBefore(before: string): NamedResource | undefined {
  const lines = before.split('\n')
  let id: string | undefined
  for (const line of lines.toReversed()) {
    id ??= WITH_ID.exec(line)?.groups?.['id']
    const named = namedIn(line)
    if (named) return named.type === ROOT_STACK_TYPE ? undefined : { ...named, ...(id !== undefined && { id }) }
  }
  return undefined
}

function namedIn(line: string): NamedResource | undefined {
  for (const form of FORMS) {
    const { type, name, urn } = form.exec(line)?.groups ?? {}
    if (urn !== undefined) {
      const parts = parseUrn(urn.replace(/[:.,]+$/, ''))
      if (parts) return { type: parts.type, name: parts.name }
    }
    if (type !== undefined && name !== undefined) return { type: wholeType(type), name }
  }
  return undefined
}

/**
 * The CLI shortens `aws:s3/bucket:Bucket` to `aws:s3:Bucket`; commands need the whole type. Native providers have the
 * short form only.
 */
function wholeType(shown: string): string {
  const [pkg = '', module = '', kind = ''] = shown.split(':')
  if (pkg === 'pulumi' || pkg.endsWith('-native') || module.includes('/')) return shown
  return `${pkg}:${module}/${kind.charAt(0).toLowerCase()}${kind.slice(1)}:${kind}`
}
