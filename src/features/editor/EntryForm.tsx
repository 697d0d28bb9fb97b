import X from 'lucide-react/icons/x'
import { type ReactNode, useId, useState } from 'react'
import { isObject, isStringList } from '#domain/json/jsonObject.ts'
import { urnName } from '#domain/state/urn.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { PropertyTree } from './PropertyTree.tsx'

type Props = {
  entry: Record<string, unknown>
  /** URNs of the state, in its order, that an entry may refer to. */
  urns: readonly string[]
  /** Provider references in the state; empty if unknown. */
  providers: readonly string[]
  onChange: (path: readonly (string | number)[], value: unknown) => void
  blocked?: string | undefined
}

const FLAGS = [
  ['protect', 'Protected', 'The engine refuses to delete it.'],
  ['taint', 'Tainted', 'The next update replaces it.'],
  ['retainOnDelete', 'Retained on delete', 'Deleting only removes it from the state.'],
  ['external', 'External', 'Read-only (not managed).'],
  ['pendingReplacement', 'Replacement pending', 'Already deleted; its replacement is not created yet.'],
  ['delete', 'Pending deletion', 'The next update deletes it in the cloud.'],
  ['refreshBeforeUpdate', 'Refreshed before updates', 'Each update reads it from the cloud first.'],
] as const

const TEXTS = [
  ['id', 'ID', 'Assigned by the provider. Changing it points this entry to another resource.'],
  ['importID', 'ID that it was imported by', ''],
] as const

const REFERENCES = [
  ['parent', 'Parent'],
  ['deletedWith', 'Deleted with'],
  ['viewOf', 'View of'],
] as const

const LISTS = [
  ['dependencies', 'Depends on'],
  ['replaceWith', 'Replaced with'],
  ['aliases', 'Aliases'],
] as const

const KNOWN: ReadonlySet<string> = new Set([
  ...[FLAGS, TEXTS, REFERENCES, LISTS].flatMap((group) => group.map(([key]) => key)),
  'urn',
  'type',
  'custom',
  'provider',
  'inputs',
  'outputs',
])

/**
 * A form of the fields that the engine knows (docs/state.md, Resource entries). Other fields are kept, and edited as
 * text.
 */
export function EntryForm({ entry, urns, providers, onChange, blocked }: Props) {
  const id = useId()
  const set = (key: string, value: unknown) => onChange([key], value)
  const known = new Set(urns)
  const others = Object.keys(entry).filter((key) => !KNOWN.has(key))
  const fields = { id, entry, known, providers, set, blocked }
  return (
    <div className="flex min-w-0 flex-col gap-6">
      {blocked !== undefined && <Notice tone="unknown" announce="none" title={blocked} />}
      <Suggestions id={id} urns={urns} providers={providers} />
      <Flags {...fields} />
      <Placement {...fields} />
      {LISTS.filter(([key]) => key === 'dependencies' || isStringList(entry[key])).map(([key, label]) => (
        <Group key={key} title={label}>
          <UrnList
            label={label}
            urns={isStringList(entry[key]) ? entry[key] : []}
            known={key === 'aliases' ? undefined : known}
            suggestions={`${id}-urns`}
            blocked={blocked}
            onChange={(list) => set(key, list.length > 0 ? list : undefined)}
          />
        </Group>
      ))}
      {(['inputs', 'outputs'] as const).map((side) => (
        <Group key={side} title={side === 'inputs' ? 'Inputs' : 'Outputs'}>
          <PropertyTree
            label={side}
            value={isObject(entry[side]) ? entry[side] : {}}
            path={[side]}
            onChange={onChange}
            blocked={blocked}
          />
        </Group>
      ))}
      {others.length > 0 && (
        <p className="text-sm text-muted">
          Kept as they are, and edited as text: <span className="font-mono wrap-anywhere">{others.join(', ')}</span>.
        </p>
      )}
    </div>
  )
}

type FieldsProps = Pick<Props, 'entry' | 'providers' | 'blocked'> & {
  /** Of the form: the suggestions are named after it. */
  id: string
  known: ReadonlySet<string>
  set: (key: string, value: unknown) => void
}

const Suggestions = ({ id, urns, providers }: { id: string } & Pick<Props, 'urns' | 'providers'>) => (
  <>
    <datalist id={`${id}-urns`}>
      {urns.slice(0, 2000).map((urn) => (
        <option key={urn} value={urn}>
          {urnName(urn)}
        </option>
      ))}
    </datalist>
    <datalist id={`${id}-providers`}>
      {providers.map((provider) => (
        <option key={provider} value={provider}>
          {urnName(provider.slice(0, provider.lastIndexOf('::')))}
        </option>
      ))}
    </datalist>
  </>
)

const Flags = ({ entry, blocked, set }: FieldsProps) => (
  <Group title="Flags">
    <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
      {FLAGS.map(([key, label, hint]) => (
        <Checkbox
          key={key}
          label={label}
          hint={hint}
          checked={entry[key] === true}
          aria-disabled={blocked !== undefined || undefined}
          onChange={(isSet) => blocked === undefined && set(key, isSet ? true : undefined)}
        />
      ))}
    </div>
  </Group>
)

function Placement({ id, entry, known, providers, set, blocked }: FieldsProps) {
  const field = (key: string) => ({
    mono: true,
    value: typeof entry[key] === 'string' ? entry[key] : '',
    readOnly: blocked !== undefined,
    onChange: (value: string) => set(key, value === '' ? undefined : value),
    autoComplete: 'off',
    spellCheck: false,
  })
  const provider = field('provider')
  const isProvider = provider.value === '' || providers.length === 0 || providers.includes(provider.value)
  return (
    <Group title="Identity and placement">
      <div className="grid min-w-0 gap-4 lg:grid-cols-2">
        {TEXTS.filter(([key]) => key === 'id' || entry[key] !== undefined).map(([key, label, hint]) => (
          <TextField key={key} label={label} {...(hint && { hint })} {...field(key)} />
        ))}
        <TextField
          label="Provider"
          {...provider}
          list={`${id}-providers`}
          error={isProvider ? undefined : 'The state has no such provider.'}
        />
        {REFERENCES.filter(([key]) => key === 'parent' || entry[key] !== undefined).map(([key, label]) => {
          const reference = field(key)
          const isKnown = reference.value === '' || known.has(reference.value)
          return (
            <TextField
              key={key}
              label={label}
              {...reference}
              list={`${id}-urns`}
              error={isKnown ? undefined : 'The state has no such resource.'}
            />
          )
        })}
      </div>
    </Group>
  )
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="min-w-0">
    <h3 className="mb-2 font-semibold">{title}</h3>
    {children}
  </section>
)

type UrnListProps = {
  label: string
  urns: readonly string[]
  /** Undefined if anything is allowed. */
  known: ReadonlySet<string> | undefined
  suggestions: string
  blocked: string | undefined
  onChange: (urns: string[]) => void
}

function UrnList({ label, urns, known, suggestions, blocked, onChange }: UrnListProps) {
  const [added, setAdded] = useState('')
  const why =
    added.trim() === '' ? 'Enter a URN first.' : urns.includes(added.trim()) ? 'It is in the list already.' : undefined
  const add = () => {
    onChange([...urns, added.trim()])
    setAdded('')
  }
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {urns.length === 0 ? (
        <p className="text-sm text-muted">Nothing.</p>
      ) : (
        <ul aria-label={label} className="flex min-w-0 flex-col">
          {urns.map((urn, index) => (
            <li key={`${index} ${urn}`} className="flex min-w-0 items-center gap-2">
              <span className="min-w-0 truncate" title={urn}>
                {urnName(urn)}
              </span>
              {known && !known.has(urn) && <span className="text-sm text-danger">not in the state</span>}
              {blocked === undefined && (
                <IconButton
                  label={`Remove ${urnName(urn)} from “${label}”`}
                  Icon={X}
                  onClick={() => onChange(urns.toSpliced(index, 1))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="flex min-w-0 flex-wrap items-end gap-2">
        <div className="min-w-48 flex-1 lg:max-w-prose">
          <TextField
            mono
            label={`Add to “${label}”`}
            hideLabel
            placeholder="urn:pulumi:…"
            list={suggestions}
            value={added}
            onChange={setAdded}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
        <Button blocked={blocked ?? why} onClick={add}>
          Add
        </Button>
      </div>
    </div>
  )
}
