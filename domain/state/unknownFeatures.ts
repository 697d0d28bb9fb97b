/** A state that needs a newer Holdfast (docs/state.md, Versions and features), in the engine's words. */
const TOO_NEW =
  /^this stack's deployment (?:needs support for the following features: (?<features>.+)|version is too new)$/

/**
 * The features of a state that are unknown here, from what `readState` says of it; empty if its whole version is. Whether
 * such a state is valid, only a newer Holdfast knows. Undefined if the message is about something else.
 */
export function unknownFeatures(message: string): string[] | undefined {
  const found = TOO_NEW.exec(message)
  return found ? (found.groups?.['features']?.split(', ') ?? []) : undefined
}
