import type { Deployment } from './checkpoint.ts'

/** An entry that refers to an extension blob that its state does not have; `at` is its index. */
export type MissingExtension = { at: number; urn: string; name: string; message: string }

/**
 * Neither of the engine's verifiers checks this, but the engine stops at such an entry, in these words
 * (docs/state.md, Integrity rules).
 */
export function missingExtensions({ resources, extensions }: Deployment): MissingExtension[] {
  const missing: MissingExtension[] = []
  for (const [at, { urn, extensionRef: name }] of (resources ?? []).entries()) {
    if (!name || (extensions && Object.hasOwn(extensions, name))) continue
    missing.push({ at, urn, name, message: `extension blob for ${name} (resource ${urn}) not found in snapshot` })
  }
  return missing
}
