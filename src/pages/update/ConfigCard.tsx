import type { ReactNode } from 'react'
import type { UpdateDetail } from '#contract/updates.ts'
import { Card } from '#src/ui/Card.tsx'
import { JsonValue } from '#src/ui/JsonValue.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { type Column, Table } from '#src/ui/Table.tsx'
import { number } from '#words/counts.ts'

type Props = Pick<UpdateDetail, 'config' | 'environment'>

/** The configuration of the run with masked secrets, and on request the environment that the client reported. */
export function ConfigCard({ config, environment }: Props) {
  const entries = Object.entries(config)
  const facts = Object.entries(environment)
  return (
    <Card title="Configuration" padding="none">
      {entries.length === 0 ? (
        <p className="px-4 py-3 text-muted">No stack configuration.</p>
      ) : (
        <Rows
          label="Configuration"
          rows={entries.map(([name, value]) => [
            name,
            <JsonValue key={name} label={name} value={shownOf(value)} open={0} />,
          ])}
        />
      )}
      {facts.length > 0 && (
        <details className="group border-t border-line">
          <summary className="px-4 py-2 font-semibold -outline-offset-2 hover:bg-hover">
            Environment <span className="font-normal text-muted">({number(facts.length)})</span>
          </summary>
          <div className="border-t border-line">
            <Rows
              label="Environment"
              rows={facts
                .toSorted(([a], [b]) => (a < b ? -1 : 1))
                .map(([name, value]) => [
                  name,
                  <span key={name} className="wrap-anywhere">
                    {value}
                  </span>,
                ])}
            />
          </div>
        </details>
      )}
    </Card>
  )
}

/** The engine's placeholder for a masked value; an object is reported as JSON. */
function shownOf({ value, secret, object }: Props['config'][string]): unknown {
  if (value === null) return secret ? '[secret]' : null
  if (!object) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

type Row = readonly [name: string, value: ReactNode]

const columns: readonly Column<Row>[] = [
  { head: 'Name', className: 'w-1/4 min-w-40 align-top', cell: ([name]) => <Mono>{name}</Mono> },
  { head: 'Value', cell: ([, value]) => value },
]

const Rows = (props: { label: string; rows: readonly Row[] }) => (
  <Table isInLines columns={columns} rowKey={([name]) => name} {...props} />
)
