import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import type { ReactNode } from 'react'
import type { Approval, ApprovalDetail } from '#contract/approvals.ts'
import { type DeletionNote, deletionNotes } from '#domain/approvals/deletion.ts'
import { collectChanges } from '#domain/diff/propertyChanges.ts'
import { fullName } from '#domain/stackName.ts'
import { urnName } from '#domain/state/urn.ts'
import { paths } from '#src/lib/paths.ts'
import { CopyableValue } from '#src/ui/CopyableValue.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { JsonValue } from '#src/ui/JsonValue.tsx'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { PropertyChanges } from '#src/ui/PropertyChanges.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { DatedTime } from '#src/ui/Time.tsx'
import { list } from '#words/counts.ts'
import { HeldData } from './HeldData.tsx'
import { atRisk } from './losses.ts'
import { reachText } from './words.ts'

type Props = {
  approval: Approval
  detail: ApprovalDetail | undefined
  /** Below a row that has the type, and what it holds. */
  isInRow?: boolean
}

/** What the resource is: type, id, age, data, what depends on it, and who reads outputs of its stack. */
export function HeldResource({ approval, detail, isInRow = false }: Props) {
  const { type, stack, urn, step } = approval
  const data = atRisk(approval)
  const deletion = step === 'delete' || step === 'replace' ? deletionNotes(type, detail?.before ?? {}) : []
  return (
    <KeyValue
      className="content-start"
      items={[
        { label: 'Type', value: !isInRow && <Mono>{type}</Mono> },
        { label: 'Data at risk', value: !isInRow && data !== undefined && <HeldData holds={data} /> },
        {
          label: 'Deletion',
          value: deletion.length > 0 && <Deletion notes={deletion} />,
        },
        {
          label: 'ID',
          value: detail?.resourceId != null && <CopyableValue value={detail.resourceId} label="Copy the ID" />,
        },
        { label: 'Created', value: detail?.created != null && <DatedTime at={detail.created} /> },
        {
          label: 'Protected',
          value: detail?.isProtected === true && (
            <span className="inline-flex items-center gap-1.5">
              <LockKeyhole className="size-4 shrink-0 text-muted" aria-hidden /> yes
            </span>
          ),
        },
        { label: 'Affects', value: detail && step !== 'create' && <Reach approval={approval} detail={detail} /> },
        {
          label: 'Read by',
          value: detail && detail.readers.length > 0 && <Readers readers={detail.readers} />,
        },
        { label: 'State', value: <TextLink to={paths.resources(stack, { urn })}>Show in the state</TextLink> },
      ].filter(({ value }) => value !== false && value !== undefined)}
    />
  )
}

/** What becomes of its data, by its properties. */
const Deletion = ({ notes }: { notes: readonly DeletionNote[] }) => (
  <ul>
    {notes.map(({ text, isLoss }) => (
      <li key={text} className={isLoss ? 'font-medium text-danger' : undefined}>
        {text}
      </li>
    ))}
  </ul>
)

function Reach({ approval: { stack, urn }, detail }: { approval: Approval; detail: ApprovalDetail }) {
  const { text, named, more } = reachText(detail)
  return (
    <>
      {text}{' '}
      {named.length > 0 && (
        <strong className="font-semibold">
          {list([...named.map(urnName), ...(more > 0 ? [`${more} more`] : [])])}
        </strong>
      )}{' '}
      {detail.dependentCount > 0 && (
        <TextLink className="whitespace-nowrap" to={paths.graph(stack, { focus: urn, view: 'reach' })}>
          Blast radius
        </TextLink>
      )}
    </>
  )
}

/** Stacks that read outputs of this one. */
const Readers = ({ readers }: Pick<ApprovalDetail, 'readers'>) => (
  <ul className="flex flex-wrap gap-x-3">
    {readers.map((reader) => (
      <li key={fullName(reader)}>
        <TextLink to={paths.stack(reader)}>{fullName(reader)}</TextLink>
      </li>
    ))}
  </ul>
)

/** The properties: of a change the difference, otherwise all on demand. Secrets are masked. */
export function HeldProperties({ approval: { name, step }, detail }: { approval: Approval; detail: ApprovalDetail }) {
  const { before, after } = detail
  if (before !== null && after !== null && step !== 'delete') {
    const changes = collectChanges(before, after)
    return changes.length === 0 ? (
      <p className="text-sm text-muted">No property differs, as far as secrets show.</p>
    ) : (
      <Part title="Changes">
        <PropertyChanges label={`Changed properties of ${name}`} changes={changes} />
      </Part>
    )
  }
  const properties = step === 'delete' ? before : (after ?? before)
  if (properties === null || Object.keys(properties).length === 0) return null
  return (
    <Disclosure summary="Properties">
      <JsonValue label={`Properties of ${name}`} value={properties} />
    </Disclosure>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="min-w-0">
    <h3 className="mb-1 text-sm font-medium text-muted">{title}</h3>
    {children}
  </div>
)
