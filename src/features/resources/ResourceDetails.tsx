import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import X from 'lucide-react/icons/x'
import type { StackRef } from '#contract/common.ts'
import { consoleLink } from '#domain/consoleLinks/consoleLink.ts'
import type { ResourceDetail } from '#contract/resources.ts'
import { fullName } from '#domain/stackName.ts'
import { shortType } from '#domain/state/shortType.ts'
import { urnName, urnType } from '#domain/state/urn.ts'
import { LazyRevealSecrets } from './reveal/LazyRevealSecrets.tsx'
import { troubleOf } from '#src/api/http/problem.ts'
import { resourceQueries } from '#src/api/resources.ts'
import { cx } from '#src/lib/cx.ts'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { DisclosureSummary } from '#src/ui/Disclosure.tsx'
import { ErrorView } from '#src/ui/ErrorView.tsx'
import { ExternalLink } from '#src/ui/ExternalLink.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { JsonValue } from '#src/ui/JsonValue.tsx'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { UrnText } from '#src/ui/UrnText.tsx'
import { number } from '#words/counts.ts'
import { type Entries, type Mark } from './entries.ts'
import { ownProviderName } from './facts.ts'
import { ResourceMark } from './ResourceMark.tsx'
import { TypeIcon } from './TypeIcon.tsx'

type Props = {
  stack: StackRef
  entries: Entries
  /** Index of the resource in the state. */
  index: number
  /** Of an earlier state; the current one without it. */
  version?: number | undefined
  /** Address of another resource, for links. */
  linkTo: (urn: string) => string
  onClose: () => void
  /** Actions next to the name. */
  actions?: ReactNode
  /** Links to related pages, in a line of their own. */
  questions?: ReactNode
  /** Inputs and outputs are expanded at first, if there is room. */
  isOpenFirst?: boolean
  /** The updates that created and changed it, as far as known. */
  history?: ReactNode
  /** The stack's tags: they may name the dashboard of its cluster. */
  tags?: Readonly<Record<string, string>> | undefined
  className?: string | undefined
}

/** One resource: at once what the graph knows, its properties when they arrive. */
export function ResourceDetails(props: Props) {
  const {
    stack,
    entries,
    index,
    version,
    linkTo,
    onClose,
    actions,
    history,
    questions,
    tags,
    isOpenFirst = false,
    className,
  } = props
  const urn = entries.urnOf(index)
  const titleId = useId()
  const detail = useQuery(resourceQueries.detail(stack, urn, { index, version }))
  const id = detail.data?.row.id
  return (
    <section aria-labelledby={titleId} className={cx('flex min-h-0 min-w-0 flex-col', className)}>
      <header className="flex items-start gap-2 border-b border-line py-2 pr-2 pl-4">
        <NameAndType
          titleId={titleId}
          name={entries.names[index] ?? ''}
          type={entries.typeOf(index)}
          isCustom={detail.data?.row.custom}
        />
        {actions}
        <IconButton label="Close details" Icon={X} onClick={onClose} />
      </header>
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-auto p-4 text-sm">
        {questions !== undefined && <div className="flex flex-wrap gap-2">{questions}</div>}
        <Marks marks={entries.marksOf(index)} />
        {detail.data && <ProviderConsole stack={stack} detail={detail.data} version={version} tags={tags} />}
        <KeyValue
          items={[
            { label: 'Type', value: <Mono>{entries.typeOf(index)}</Mono> },
            { label: 'ID', value: id ? <Copyable text={id} label="Copy ID" /> : undefined },
            { label: 'URN', value: <UrnText urn={urn} max={22} /> },
            { label: 'Component', value: above(entries, index, linkTo) },
            { label: 'Provider', value: detail.data && providerLink(detail.data, linkTo) },
            { label: 'History', value: history },
          ]}
        />
        {detail.isError && (
          <ErrorView
            title="The properties could not be loaded"
            trouble={troubleOf(detail.error)}
            onRetry={() => void detail.refetch()}
            busy={detail.isFetching}
          />
        )}
        {detail.isPending && <Skeleton label="Loading the properties" rows={6} />}
        {detail.data && (
          <Properties
            key={`${fullName(stack)} ${version ?? ''} ${index} ${urn}`}
            stack={stack}
            index={index}
            version={version}
            detail={detail.data}
            linkTo={linkTo}
            isOpenFirst={isOpenFirst}
            areOutputsUnknown={entries.marksOf(index).includes('unknownOutputs')}
          />
        )}
      </div>
    </section>
  )
}

type NameProps = { titleId: string; name: string; type: string; isCustom: boolean | undefined }

const NameAndType = ({ titleId, name, type, isCustom }: NameProps) => (
  <div className="min-w-0 flex-1">
    <h2 id={titleId} className="font-semibold wrap-anywhere text-ink">
      {name}
    </h2>
    <p className="flex items-center gap-1.5 text-sm text-muted" title={type}>
      <TypeIcon type={type} isCustom={isCustom} />
      {shortType(type)}
    </p>
  </div>
)

const Marks = ({ marks }: { marks: readonly Mark[] }) =>
  marks.length > 0 && (
    <ul className="flex flex-wrap gap-x-4 gap-y-1" aria-label="State of the resource">
      {marks.map((mark) => (
        <li key={mark}>
          <ResourceMark mark={mark} />
        </li>
      ))}
    </ul>
  )

const Copyable = ({ text, label }: { text: string; label: string }) => (
  <span className="inline-flex max-w-full items-center gap-1">
    <Mono>{text}</Mono>
    <CopyButton text={text} label={label} />
  </span>
)

function above({ outline, names, urnOf }: Entries, index: number, linkTo: Props['linkTo']): ReactNode {
  const parent = outline.parent[index] ?? -1
  return parent < 0 ? undefined : <ResourceLink to={linkTo(urnOf(parent))} name={names[parent] ?? ''} />
}

function providerLink({ row: { provider } }: ResourceDetail, linkTo: Props['linkTo']): ReactNode {
  const at = provider?.lastIndexOf('::') ?? -1
  const urn = at < 0 ? undefined : provider?.slice(0, at)
  if (urn === undefined) return undefined
  const own = ownProviderName(provider)
  const type = urnType(urn).split(':').at(-1) ?? ''
  return <ResourceLink to={linkTo(urn)} name={own === undefined ? `${type}, the default one` : `${type}, ${own}`} />
}

/** The resource in its provider's console; the provider's own inputs may say where that is. */
function ProviderConsole({
  stack,
  detail,
  version,
  tags,
}: Pick<Props, 'stack' | 'version' | 'tags'> & { detail: ResourceDetail }) {
  const { row, inputs, outputs } = detail
  const urn = row.provider?.slice(0, Math.max(0, row.provider.lastIndexOf('::'))) ?? ''
  const isKnown = consoleLink({ ...row, inputs, outputs, place: { region: 'any', tags } }) !== undefined
  const provider = useQuery({ ...resourceQueries.detail(stack, urn, { version }), enabled: isKnown && urn !== '' })
  if (isKnown && urn !== '' && provider.isPending) return null
  const inputOf = (key: string) => textOf(provider.data?.inputs, key)
  const place = { region: inputOf('region'), project: inputOf('project'), tenant: inputOf('tenantId'), tags }
  const link = consoleLink({ ...row, inputs, outputs, place })
  if (!link) return null
  return (
    <p>
      <ExternalLink href={link.url}>
        {link.shows === 'one' ? `Open in ${link.console}` : `Search in ${link.console}`}
      </ExternalLink>
    </p>
  )
}

const textOf = (properties: unknown, key: string): string | undefined => {
  const value: unknown =
    typeof properties === 'object' && properties !== null ? Reflect.get(properties, key) : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

type Revealed = { of: ResourceDetail; inputs: unknown; outputs: unknown }

type PropertiesProps = Pick<Props, 'stack' | 'index' | 'version' | 'linkTo'> & {
  detail: ResourceDetail
  isOpenFirst: boolean
  /** The state has none, and the resource may have some. */
  areOutputsUnknown: boolean
}

function Properties({ stack, index, version, detail, linkTo, isOpenFirst, areOutputsUnknown }: PropertiesProps) {
  const [revealed, setRevealed] = useState<Revealed>()
  // Of a resource that has changed they are not shown, and not kept.
  if (revealed && revealed.of !== detail) setRevealed(undefined)
  const shown = revealed?.of === detail ? revealed : undefined
  const { inputs, outputs } = shown ?? detail
  const { dependencies, dependents, children, initErrors, propertyDependencies } = detail
  const through = new Map<string, string[]>()
  for (const [property, urns] of Object.entries(propertyDependencies)) {
    for (const urn of urns) through.set(urn, [...(through.get(urn) ?? []), property])
  }
  const needs = [...new Set([...dependencies, ...through.keys()])]
  return (
    <>
      {initErrors.length > 0 && (
        <ul className="flex flex-col gap-1 rounded-md border border-danger-line bg-danger-subtle px-3 py-2 text-danger">
          {initErrors.map((error) => (
            <li key={error} className="wrap-anywhere">
              {error}
            </li>
          ))}
        </ul>
      )}
      <UrnList title="Depends on" urns={needs} linkTo={linkTo} note={(urn) => through.get(urn)?.join(', ')} />
      <UrnList title="Used by" urns={dependents} linkTo={linkTo} />
      <UrnList title="Contains" urns={children} linkTo={linkTo} />
      {version === undefined && (
        <LazyRevealSecrets
          stack={stack}
          urn={detail.row.urn}
          index={index}
          masked={detail}
          shown={shown}
          onChange={(values) => setRevealed(values && { of: detail, ...values })}
        />
      )}
      <Folded key={`inputs ${shown !== undefined}`} title="Inputs" isOpenFirst={isOpenFirst || shown !== undefined}>
        <JsonValue label="Inputs" value={inputs} />
      </Folded>
      <Folded key={`outputs ${shown !== undefined}`} title="Outputs" isOpenFirst={isOpenFirst || shown !== undefined}>
        {areOutputsUnknown ? (
          <p className="text-muted">Unknown until a refresh</p>
        ) : (
          <JsonValue label="Outputs" value={outputs} />
        )}
      </Folded>
    </>
  )
}

/** More than this are shown on request: a hub has thousands of dependents. */
const LISTED = 12

type UrnListProps = {
  title: string
  urns: readonly string[]
  linkTo: Props['linkTo']
  note?: (urn: string) => string | undefined
}

function UrnList({ title, urns, linkTo, note }: UrnListProps) {
  const id = useId()
  if (urns.length === 0) return null
  const item = (urn: string) => (
    <li key={urn} className="flex min-w-0 items-baseline gap-2">
      <ResourceLink to={linkTo(urn)} name={urnName(urn)} />
      <span className="truncate text-xs text-muted" title={urnType(urn)}>
        {shortType(urnType(urn))}
        {note?.(urn) !== undefined && ` · ${note(urn)}`}
      </span>
    </li>
  )
  return (
    <div>
      <h3 id={id} className="mb-1 font-semibold text-ink">
        {title} <span className="font-normal text-muted">{number(urns.length)}</span>
      </h3>
      <ul aria-labelledby={id} className="flex flex-col">
        {urns.slice(0, LISTED).map(item)}
      </ul>
      {urns.length > LISTED && (
        <Folded title={`${number(urns.length - LISTED)} more`}>
          <ul aria-labelledby={id} className="flex max-h-80 flex-col overflow-auto">
            {urns.slice(LISTED, LISTED + 500).map(item)}
          </ul>
        </Folded>
      )}
    </div>
  )
}

const ResourceLink = ({ to, name }: { to: string; name: string }) => (
  <Link
    to={to}
    preventScrollReset
    className="inline-flex min-h-6 max-w-full min-w-0 shrink-0 items-center rounded-sm text-accent underline decoration-accent-line underline-offset-2 hover:decoration-current"
  >
    <span className="truncate">{name}</span>
  </Link>
)

/** Mounted only while open: lists can be long. */
function Folded({
  title,
  isOpenFirst = false,
  children,
}: {
  title: string
  isOpenFirst?: boolean
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(isOpenFirst)
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <DisclosureSummary>{title}</DisclosureSummary>
      {isOpen && <div className="mt-1">{children}</div>}
    </details>
  )
}
