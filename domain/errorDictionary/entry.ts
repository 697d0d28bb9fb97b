import type { RecoveryId } from '#contract/recoveryId.ts'

/** An error text with a known cause (docs/recovery.md, Errors in a pasted text). */
export type DictionaryEntry = {
  id: string
  /**
   * The texts to match. `{stack}`, `{urn}`, `{version}` and `{x}` capture a value under that name, `{n}` matches a
   * number, `…` anything up to a few lines. Case, spaces, line breaks and colours are ignored.
   */
  fragments: readonly [string, ...string[]]
  title: string
  /** In a sentence. */
  meaning: string
  recoveries: readonly RecoveryId[]
  advice: string
  /** Which command or backend prints it, and since which version. */
  where: string
  /** Additional condition on the captured values. */
  check?: (found: Readonly<Record<string, string>>) => boolean
}
