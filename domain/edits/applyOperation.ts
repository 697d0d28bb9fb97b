import type { EditOperation } from '#contract/edits.ts'
import { number, plural } from '#words/counts.ts'
import type { StateDocument } from '../state/checkpoint.ts'
import { exportTo, importFrom, stateDeleteAll, stateFlag, stateRename } from '../commands.ts'
import { parseJsonText } from '../json/jsonText.ts'
import { pathText } from '../diff/propertyChanges.ts'
import { urnName } from '../state/urn.ts'
import { deleteResources } from './deleteResources.ts'
import { error, refused, type StateEdit } from './edit.ts'
import { protect, taint, unprotect, untaint } from './flags.ts'
import { renameResource } from './renameResource.ts'
import { replaceEntry, replaceState, type TextRules } from './replace.ts'
import { setProperty, setProviderVersion } from './setProperty.ts'
import type { NamedStack } from '../stackName.ts'

const flags = { protect, unprotect, taint, untaint } as const

/**
 * Applies an edit to a state by the rule that it names (docs/state.md, State commands). Protected entries are never
 * deleted: they must be unprotected first.
 */
export function applyOperation(base: StateDocument, operation: EditOperation, rules: TextRules = {}): StateEdit {
  switch (operation.do) {
    case 'delete':
      return deleteResources(base, operation.targets, { withDependents: operation.withDependents })
    case 'rename':
      return renameResource(base, operation.urn, operation.name)
    case 'protect':
    case 'unprotect':
    case 'taint':
    case 'untaint':
      return flags[operation.do](base, operation.urns)
    case 'setProperty': {
      const { side, path, json, target } = operation
      const parsed = json === null ? { value: undefined } : parseJsonText(json)
      if ('fault' in parsed) return refused(base, [error('syntax', `The value: ${parsed.fault.message}.`)])
      return setProperty(base, target, [side, ...path], parsed.value)
    }
    case 'setProviderVersion':
      return setProviderVersion(base, operation.target, operation.version)
    case 'replaceEntry':
      return replaceEntry(base, operation, rules)
    case 'replaceState':
      return replaceState(base, operation.text, rules)
  }
}

/** A short title for an edit: for its review, and its entry in the history. */
export function operationTitle(operation: EditOperation): string {
  switch (operation.do) {
    case 'delete':
      return `Delete ${named(operation.targets.map(({ urn }) => urn))} from the state`
    case 'rename':
      return `Rename ${urnName(operation.urn)} to ${operation.name}`
    case 'protect':
      return `Protect ${named(operation.urns)}`
    case 'unprotect':
      return `Unprotect ${named(operation.urns)}`
    case 'taint':
      return `Taint ${named(operation.urns)}`
    case 'untaint':
      return `Untaint ${named(operation.urns)}`
    case 'setProperty':
      return `${operation.json === null ? 'Remove' : 'Set'} ${pathText([operation.side, ...operation.path])} of ${urnName(operation.target.urn)}`
    case 'setProviderVersion':
      return `Set the plugin version of ${urnName(operation.target.urn)} to ${operation.version}`
    case 'replaceEntry':
      return `Edit ${urnName(operation.urn)}`
    case 'replaceState':
      return 'Edit the whole state'
  }
}

const named = (urns: readonly string[]): string => {
  const [first = ''] = urns
  return plural(urns.length, urnName(first), `${number(urns.length)} resources`)
}

/** Equivalent commands; lines that begin with `#` explain the next one. */
export function operationTerminal(operation: EditOperation, stack: NamedStack): string[] {
  switch (operation.do) {
    case 'delete':
      return [
        stateDeleteAll(
          stack,
          operation.targets.map(({ urn }) => urn),
          operation.withDependents,
        ),
      ]
    case 'rename':
      return [stateRename(stack, operation.urn, operation.name)]
    case 'protect':
    case 'unprotect':
    case 'taint':
    case 'untaint':
      return [stateFlag(stack, operation.do, operation.urns)]
    case 'setProperty':
    case 'setProviderVersion':
    case 'replaceEntry':
    case 'replaceState': {
      const file = `${stack.project}-${stack.stack}.json`.replaceAll(/[^A-Za-z0-9._-]+/g, '_')
      return [
        '# The CLI has no command for this. Export, keep a copy, edit the file by hand:',
        exportTo(stack, file),
        '# Then import it. This drops every pending operation, and is not compared with the current state:',
        importFrom(stack, file),
      ]
    }
  }
}
