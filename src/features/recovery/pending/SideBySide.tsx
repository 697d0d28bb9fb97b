import type { PendingItem } from '#contract/recoveries.ts'
import { counted } from '#words/counts.ts'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { JsonValue } from '#src/ui/JsonValue.tsx'
import { SidesTable } from '#src/ui/SidesTable.tsx'
import { pairs, type PropertyPair } from './differences.ts'

/** The inputs of the interrupted run, next to those in the state. */
export function SideBySide({ item: { live, intended, name } }: { item: PendingItem }) {
  if (!live) {
    return (
      <Disclosure summary="Intended configuration">
        <JsonValue label={`Intended inputs of ${name}`} value={intended.inputs} />
      </Disclosure>
    )
  }
  const all = pairs(live.inputs, intended.inputs)
  const different = all.filter(({ isSame }) => !isSame)
  const same = all.filter(({ isSame }) => isSame)
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {different.length === 0 ? (
        <p className="text-muted">The state already has the intended values.</p>
      ) : (
        <Properties label={`What differs for ${name}`} rows={different} />
      )}
      {same.length > 0 && (
        <Disclosure summary={`${counted(same.length, 'property', 'properties')} the same on both sides`}>
          <Properties label={`What is the same for ${name}`} rows={same} />
        </Disclosure>
      )}
    </div>
  )
}

const Properties = ({ label, rows }: { label: string; rows: readonly PropertyPair[] }) => (
  <SidesTable
    label={label}
    heads={['Property', 'In the state', 'Intended']}
    rows={rows}
    rowKey={({ key }) => key}
    whatClass="align-top font-mono wrap-anywhere"
    what={({ key }) => key}
    sideClass=""
    sides={({ key, now, intended }) => [
      <Value key="now" value={now} label={`${key} in the state`} />,
      <Value key="intended" value={intended} label={`${key} as intended`} />,
    ]}
  />
)

const Value = ({ value, label }: { value: unknown; label: string }) =>
  value === undefined ? <span className="text-muted">not set</span> : <JsonValue value={value} label={label} open={0} />
