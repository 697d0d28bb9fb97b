import type { Dispatch } from 'react'
import type { Option } from '#contract/recoveries.ts'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { TerminalLines } from '#src/ui/TerminalLines.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { number } from '#words/counts.ts'
import type { Event } from '../wizard/decisions.ts'
import { inputOf, type Choice } from './choices.ts'
import { OperationList } from '../effect/OperationList.tsx'
import { PropertyTable } from '../effect/PropertyTable.tsx'
import { UrnChanges } from '#src/ui/UrnChanges.tsx'

type Props = {
  /** The id of the problem. */
  id: string
  option: Option
  choice: Choice | undefined
  dispatch: Dispatch<Extract<Event, { type: 'entered' }>>
}

/** The input of the chosen option, and everything it does. */
export function OptionDetails({ id, option, choice, dispatch }: Props) {
  const { asks, removes, urnsChanged, differences, terminal } = option
  if (asks.length + removes.length + urnsChanged.length + differences.length + terminal.length === 0) return null
  return (
    <div className="flex min-w-0 flex-col gap-3 border-l-2 border-accent pl-4">
      {asks.map((ask) => {
        const field = {
          label: ask.label,
          hint: ask.hint === '' ? undefined : ask.hint,
          value: inputOf(choice, option, ask),
          onChange: (value: string) => dispatch({ type: 'entered', id, option: option.id, name: ask.name, value }),
        }
        return ask.options.length > 0 ? (
          <SelectField
            key={ask.name}
            {...field}
            options={
              ask.options.some(({ value }) => value === field.value)
                ? ask.options
                : [{ value: field.value, label: 'Choose one' }, ...ask.options]
            }
          />
        ) : (
          <TextField key={ask.name} {...field} mono autoComplete="off" autoCapitalize="off" spellCheck={false} />
        )
      })}
      {differences.length > 0 && (
        <Disclosure summary={`Differences (${number(differences.length)})`} open>
          <PropertyTable
            label="What differs"
            heads={['Setting', 'Named by the resources', 'With this fix']}
            rows={differences.map(({ key, was, is, isPlace }) => ({ path: key, was, is, isPlace }))}
          />
        </Disclosure>
      )}
      {removes.length > 0 && (
        <Disclosure summary={`Removed from the state (${number(removes.length)})`} open={removes.length <= 3}>
          <OperationList
            label="Resources removed from the state"
            operations={removes.map((urn) => ({ op: 'entry of', urn }))}
            none="None."
          />
        </Disclosure>
      )}
      {urnsChanged.length > 0 && <UrnChanges changes={urnsChanged} />}
      {terminal.length > 0 && (
        <Disclosure summary="CLI commands">
          <TerminalLines lines={terminal} />
        </Disclosure>
      )}
    </div>
  )
}
