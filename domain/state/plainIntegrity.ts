import { counted, list } from '#words/counts.ts'
import { unknownFeatures } from './unknownFeatures.ts'
import { urnName } from './urn.ts'

/** The name of a resource or provider instead of its URN, which would fill lines; pages with the evidence have it. */
const shortName = (urn: string): string => urnName(urn).split('::')[0] ?? urn

/** A text with names in the place of its URNs. */
export const withNames = (text: string): string => text.replaceAll(/urn:pulumi:[^\s,;]+/g, shortName)

const URN = /'?(urn:pulumi:\S+?)'?/.source
const rule = (message: string, says: (...names: string[]) => string) =>
  [new RegExp(`^${message.replaceAll('URN', URN)}$`), says] as const

const isBefore = (name = '', target = '') => `“${name}” is listed before “${target}”, which it refers to`
const isMissing = (name = '', target = '') => `“${name}” refers to “${target}”, which isn’t in the state`

type Notes = { isCycle: boolean; others: number }

/** A message with what the engine does not say (`firstIntegrityError.ts`), for `plainIntegrity`. */
export const notedIntegrity = (message: string, { isCycle, others }: Notes): string =>
  `${message}${isCycle ? ' (cycle)' : ''}${others > 0 ? ` (+${others})` : ''}`

const NOTES = /( \(cycle\))?(?: \(\+(\d+)\))?$/

/** The engine's messages (docs/state.md, Integrity rules), and what each means. */
const RULES = [
  rule('magic cookie mismatch.*', () => 'The checksum doesn’t match: the file was edited or merged by hand'),
  rule("resource URN missing required 'type' field", (name) => `“${name}” has no type`),
  rule("resource URN has 'custom'? false but non-empty ID", (name) => `“${name}” is a component but has an ID`),
  rule(
    'resource URN refers to unknown provider URN',
    (name) => `“${name}” refers to a provider that isn’t in the state`,
  ),
  rule(
    "child resource URN's parent URN comes after it",
    (name, parent) => `“${name}” is listed before its parent “${parent}”`,
  ),
  rule(
    'child resource URN refers to missing parent URN',
    (name, parent) => `The parent of “${name}”, “${parent}”, isn’t in the state`,
  ),
  rule("resource URN's (?:property )?dependency URN(?: \\(from property .*\\))? comes after it", isBefore),
  rule("resource URN's (?:property )?dependency URN(?: \\(from property .*\\))? refers to missing resource", isMissing),
  rule('resource URN refers to missing (?:property )?dependency URN', isMissing),
  rule('resource URN is specified as being (?:deleted|replaced) with URN, which comes after it', isBefore),
  rule('resource URN is specified as being (?:deleted|replaced) with URN, which is missing', isMissing),
  rule('duplicate resource URN \\(not marked for deletion\\)', (name) => `“${name}” is in the state twice`),
]

/**
 * What a message of the engine about an invalid state means, without a full stop and with names instead of URNs; one that
 * has no words of its own is shown as the engine writes it.
 */
export function plainIntegrity(message: string): string {
  const [notes = '', cycle, others] = NOTES.exec(message) ?? []
  const meaning = meaningOf(message.slice(0, message.length - notes.length), cycle !== undefined)
  return others === undefined ? meaning : `${meaning}, and ${counted(Number(others), 'more error')}`
}

/** How many errors such a message is about; none if the state is only of a newer CLI. */
export const integrityErrors = (message: string): number =>
  unknownFeatures(message) === undefined ? 1 + Number(NOTES.exec(message)?.[2] ?? 0) : 0

function meaningOf(message: string, isCycle: boolean): string {
  const features = unknownFeatures(message)
  if (features !== undefined)
    return `A newer CLI wrote the state: Holdfast doesn’t know ${features.length === 0 ? 'its format' : list(features)}`
  for (const [pattern, says] of RULES) {
    const names = pattern.exec(message)?.slice(1).map(shortName)
    if (names)
      return isCycle ? `${names.map((name) => `“${name}”`).join(' and ')} depend on each other` : says(...names)
  }
  return withNames(message)
}
