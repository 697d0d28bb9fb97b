import { CopyButton } from '#src/ui/CopyButton.tsx'
import { JsonValue } from '#src/ui/JsonValue.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { type Column, Table } from '#src/ui/Table.tsx'
import { copyableText } from './copyableText.ts'

const columns: readonly Column<[name: string, value: unknown]>[] = [
  {
    head: 'Name',
    className: 'w-1/4 align-baseline max-sm:w-auto',
    phone: { order: 1 },
    cell: ([name]) => <Mono className="wrap-normal max-sm:wrap-anywhere">{name}</Mono>,
  },
  {
    head: 'Value',
    className: 'align-baseline sm:min-w-48',
    phone: { order: 3, isWide: true },
    cell: ([name, value]) => <JsonValue label={name} value={value} open={0} />,
  },
  {
    head: 'Copy',
    isHeadHidden: true,
    align: 'right',
    className: 'w-10 px-2 align-baseline max-sm:w-auto',
    phone: { order: 2 },
    cell: ([name, value]) => {
      const text = copyableText(value)
      return text !== undefined && <CopyButton text={text} label={`Copy ${name}`} isLines />
    },
  },
]

/** The outputs of a stack by name. Secrets are masked and cannot be copied. */
export const OutputsTable = ({ outputs }: { outputs: Readonly<Record<string, unknown>> }) => (
  <Table
    label="Outputs"
    columns={columns}
    rows={Object.entries(outputs).toSorted(([a], [b]) => (a < b ? -1 : 1))}
    rowKey={([name]) => name}
  />
)
