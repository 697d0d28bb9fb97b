import { CopyButton } from '#src/ui/CopyButton.tsx'
import { JsonValue } from '#src/ui/JsonValue.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Table, TBody, Td, Th, THead, Tr } from '#src/ui/Table.tsx'
import { copyableText } from './copyableText.ts'

/** The outputs of a stack by name. Secrets are masked and cannot be copied. */
export const OutputsTable = ({ outputs }: { outputs: Readonly<Record<string, unknown>> }) => (
  <Table label="Outputs" narrow="cards">
    <THead>
      <Tr>
        <Th>Name</Th>
        <Th>Value</Th>
        <Th>
          <span className="sr-only">Copy</span>
        </Th>
      </Tr>
    </THead>
    <TBody>
      {Object.entries(outputs)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, value]) => {
          const text = copyableText(value)
          return (
            <Tr key={name}>
              <Td className="w-1/4 align-top max-sm:order-1 max-sm:w-auto">
                <Mono className="wrap-normal max-sm:wrap-anywhere">{name}</Mono>
              </Td>
              <Td className="sm:min-w-48 max-sm:order-3 max-sm:col-span-2">
                <JsonValue label={name} value={value} open={0} />
              </Td>
              <Td align="right" className="w-10 px-2 align-top max-sm:order-2 max-sm:w-auto">
                {text !== undefined && <CopyButton text={text} label={`Copy ${name}`} isLines />}
              </Td>
            </Tr>
          )
        })}
    </TBody>
  </Table>
)
