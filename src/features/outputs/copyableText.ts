import { shownAs } from '#src/ui/jsonValue.ts'

/** The text to copy for an output: text as it is, anything else as JSON; undefined if it contains a secret. */
export function copyableText(value: unknown): string | undefined {
  if (holdsSecret(value)) return undefined
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

function holdsSecret(value: unknown): boolean {
  const shown = shownAs(value)
  if (shown.kind === 'secret' || shown.kind === 'computed') return true
  if (shown.kind === 'array') return shown.items.some(holdsSecret)
  return shown.kind === 'object' && shown.entries.some(([, member]) => holdsSecret(member))
}
