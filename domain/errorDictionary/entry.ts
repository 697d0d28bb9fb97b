import type { RecoveryId } from '#contract/recoveryId.ts'

/** A text that announces a known trouble (docs/recovery.md, Errors in a pasted text). */
export type DictionaryEntry = {
  id: string
  /**
   * The texts. `{stack}`, `{urn}`, `{version}` and `{x}` represent something that is kept under that name, `{n}` for a
   * number, `…` for anything up to a few lines. Case, spaces, line breaks and colours do not count.
   */
  fragments: readonly [string, ...string[]]
  title: string
  /** In a sentence. */
  meaning: string
  recoveries: readonly RecoveryId[]
  advice: string
  /** Which command or backend says it, and since when. */
  where: string
  /** What the placeholders must be like besides. */
  check?: (found: Readonly<Record<string, string>>) => boolean
}
