import type { ChangeRow } from '#contract/updates.ts'
import { JsonValue } from '#src/ui/JsonValue.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { SidesTable } from '#src/ui/SidesTable.tsx'
import { opGroup } from '#domain/events/opGroups.ts'
import { propertyChanges, type PropertyChange } from './propertyDiff.ts'

const kinds = { add: '+ added', delete: '− removed', update: '~ changed' } as const satisfies Record<
  PropertyChange['kind'],
  string
>

/** The changed properties: old next to new if known, else all that were added or removed. Secrets are masked. */
export function PropertyDiff({ change }: { change: ChangeRow }) {
  const { name, op, old, new: next } = change
  const changes = propertyChanges(change)
  if (changes.length > 0) {
    return (
      <SidesTable
        label={`Changed properties of ${name}`}
        heads={['Property', 'Before', 'After']}
        rows={changes}
        rowKey={({ path }) => path}
        whatClass="min-w-32 align-top"
        what={({ path, kind, replaces }) => (
          <>
            <Mono>{path}</Mono>
            <span className="block text-xs text-muted">
              {kinds[kind]}
              {replaces && <span className="font-medium text-attention">, forces a replacement</span>}
            </span>
          </>
        )}
        sideClass="min-w-40"
        sides={({ path, old: before, new: after }) => [
          <Side key="before" label={`${path} before`} value={before} />,
          <Side key="after" label={`${path} after`} value={after} />,
        ]}
      />
    )
  }
  const isGone = opGroup(op) === 'delete'
  const properties = isGone ? old?.inputs : (next?.inputs ?? old?.inputs)
  if (properties === undefined || properties === null) return <p className="text-muted">No properties were reported.</p>
  return (
    <div>
      <h4 className="mb-1 text-sm font-medium text-muted">{isGone ? 'Inputs that it had' : 'Inputs'}</h4>
      <JsonValue label={`Inputs of ${name}`} value={properties} />
    </div>
  )
}

const Side = ({ label, value }: { label: string; value: unknown }) =>
  value === undefined ? <span className="text-faint">none</span> : <JsonValue label={label} value={value} />
