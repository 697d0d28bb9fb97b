import { ShowMore } from '#src/ui/ShowMore.tsx'
import { type ReactNode, useState } from 'react'
import type { Effect } from '#contract/recoveries.ts'
import { clearedLine } from '#domain/plan/effect.ts'
import { urnName, urnType } from '#domain/state/urn.ts'
import { counted } from '#words/counts.ts'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { OperationList } from './OperationList.tsx'
import { PropertyTable } from './PropertyTable.tsx'
import { Sentences } from './Sentences.tsx'
import { UrnChanges } from '#src/ui/UrnChanges.tsx'

type Props = {
  effect: Effect
  /** Lines to add to the program, by the former URN. */
  aliases?: ReadonlyMap<string, string>
  /** Removed operations are listed next to it, each with its answer. */
  withoutCleared?: boolean
  /** It is that of a record. */
  isWritten?: boolean
}

/** What a recovery changes in a state: sentences first, then resource by resource and property by property. */
export function ChangesView({ effect, aliases, withoutCleared = false, isWritten = false }: Props) {
  const { urnsChanged } = effect
  const cleared = new Set(withoutCleared ? effect.operationsRemoved.map((each) => clearedLine(each)) : [])
  const { sentences, written = sentences } = effect
  const told = isWritten ? written : sentences
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Sentences sentences={told.filter((sentence) => !cleared.has(sentence))} />
      {urnsChanged.length > 0 && (
        <UrnChanges changes={urnsChanged.map((each) => ({ ...each, alias: aliases?.get(each.from) ?? '' }))} />
      )}
      <Diffs effect={effect} isWritten={isWritten} />
      {!withoutCleared && <ByName effect={effect} />}
    </div>
  )
}

/** Added and removed resources by name, unless the sentences name all of them. */
function ByName({ effect }: { effect: Effect }) {
  const { operationsRemoved, operationsKept, entriesRemoved, entriesAdded, entriesMoved } = effect
  const hasOperations = operationsRemoved.length + operationsKept.length > 0
  if (!hasOperations && entriesRemoved.length + entriesAdded.length + entriesMoved === 0) return null
  return (
    <Disclosure summary="By resource" open={entriesRemoved.length > 0}>
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-3">
        {hasOperations && (
          <>
            <Part title="Pending operations cleared">
              <OperationList label="Pending operations cleared" operations={named(operationsRemoved)} none="None." />
            </Part>
            <Part title="Operations still pending">
              <OperationList label="Operations still pending" operations={named(operationsKept)} none="None." />
            </Part>
          </>
        )}
        <Part title="Resources removed from the state">
          <OperationList label="Entries removed" operations={entriesOf(entriesRemoved)} none="None." />
        </Part>
        {entriesAdded.length > 0 && (
          <Part title="Resources added to the state">
            <OperationList label="Entries added" operations={entriesOf(entriesAdded)} none="None." />
          </Part>
        )}
        {entriesMoved > 0 && (
          <Part title="Resources that move in the list">
            <p>
              {counted(entriesMoved, 'entry', 'entries')}
              <span className="text-muted">: what they say stays as it is.</span>
            </p>
          </Part>
        )}
      </div>
    </Disclosure>
  )
}

const PAGE = 10
/** Up to this many are expanded at first. */
const OPEN = 3

function Diffs({ effect: { diffs, entriesChanged }, isWritten }: { effect: Effect; isWritten: boolean }) {
  const [limit, setLimit] = useState(PAGE)
  const withDiff = new Set(diffs.map(({ urn }) => urn))
  const rest = entriesChanged.filter((urn) => !withDiff.has(urn))
  if (diffs.length + rest.length === 0) return null
  return (
    <Part title={`What ${isWritten ? 'changed' : 'changes'} in ${counted(entriesChanged.length, 'entry', 'entries')}`}>
      <ul className="flex flex-col gap-2">
        {diffs.slice(0, limit).map(({ urn, properties }, index) => (
          <li key={`${index} ${urn}`} title={urn}>
            <Disclosure
              open={diffs.length <= OPEN}
              summary={
                <span className="min-w-0 wrap-anywhere">
                  <span className="text-ink">{urnName(urn)}</span> <Mono>{urnType(urn)}</Mono>,{' '}
                  {counted(properties.length, 'property', 'properties')}
                </span>
              }
            >
              <PropertyTable
                label={`What ${isWritten ? 'changed' : 'changes'} in ${urnName(urn)}`}
                heads={isWritten ? ['Property', 'Before', 'Afterwards'] : ['Property', 'Now', 'Afterwards']}
                rows={properties}
              />
            </Disclosure>
          </li>
        ))}
      </ul>
      {diffs.length > limit && (
        <div className="mt-1">
          <ShowMore shown={limit} total={diffs.length} step={PAGE * 5} onMore={setLimit} />
        </div>
      )}
      {rest.length > 0 && (
        <div className="mt-2">
          <p className="text-sm text-muted">Also changed, not listed:</p>
          <OperationList label="Entries changed as well" operations={entriesOf(rest)} none="None." />
        </div>
      )}
    </Part>
  )
}

const named = (operations: Effect['operationsRemoved']) => operations.map(({ type, urn }) => ({ op: type, urn }))
const entriesOf = (urns: readonly string[]) => urns.map((urn) => ({ op: 'entry of', urn }))

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="min-w-0">
    <h4 className="mb-1 font-semibold">{title}</h4>
    {children}
  </section>
)
