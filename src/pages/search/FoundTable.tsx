import { visibleText } from '#words/visible.ts'
import type { FoundResource } from '#contract/search.ts'
import { shortType } from '#domain/state/shortType.ts'
import { withFilter } from '#domain/search/searchQuery.ts'
import { ResourceMark } from '#src/features/resources/ResourceMark.tsx'
import { TypeIcon } from '#src/features/resources/TypeIcon.tsx'
import { hasOneOrg, StackName } from '#src/features/stacks/StackName.tsx'
import { shortenMiddle } from '#src/lib/shorten.ts'
import { paths } from '#src/lib/paths.ts'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { CutName } from '#src/ui/CutName.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { type Column, Table } from '#src/ui/Table.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'

type Props = { resources: readonly FoundResource[]; query: string; onFilter: (query: string) => void }

/** `isAnyProtected`: whether one of the rows is; otherwise the column would be empty. */
type Context = Omit<Props, 'resources'> & { hideOrg: boolean; isAnyProtected: boolean }

/** About two lines of a name. */
const NAME_CHARACTERS = 96

const columns: readonly Column<FoundResource, Context>[] = [
  {
    head: 'Name',
    className: 'min-w-40',
    phone: { order: 1 },
    cell: ({ stack, urn, name, type, id }) => (
      <span className="flex min-w-0 items-center gap-2">
        <TypeIcon type={type} isCustom={id !== null} />
        <TextLink
          to={paths.resources(stack, { urn })}
          className="font-medium wrap-anywhere"
          aria-label={visibleText(name)}
          title={visibleText(name)}
        >
          {shortenMiddle(visibleText(name), NAME_CHARACTERS)}
        </TextLink>
      </span>
    ),
  },
  {
    head: 'Type',
    className: 'sm:whitespace-nowrap',
    phone: { order: 3 },
    cell: ({ type }, { query, onFilter }) => (
      <Narrow title={type} what="only this type" onClick={() => onFilter(withFilter(query, 'type', type))}>
        {shortType(type)}
      </Narrow>
    ),
  },
  {
    head: 'ID',
    className: 'max-w-72 max-sm:max-w-none',
    phone: { order: 5, isWide: true },
    cell: ({ id }) =>
      id !== null && (
        <span className="flex min-w-0 items-center gap-1">
          <Mono className="min-w-0" title={id}>
            <CutName name={visibleText(id)} />
          </Mono>
          <CopyButton text={id} label="Copy ID" />
        </span>
      ),
  },
  {
    head: 'Stack',
    className: 'min-w-40 wrap-anywhere',
    phone: { order: 6 },
    cell: ({ stack }, { hideOrg }) => <StackName stack={stack} hideOrg={hideOrg} />,
  },
  {
    head: 'Provider',
    phone: { order: 7, align: 'right' },
    cell: ({ provider, providerName }, { query, onFilter }) => (
      <>
        <Narrow
          title={providerName ?? provider}
          what="only this provider"
          onClick={() => onFilter(withFilter(query, 'provider', provider))}
        >
          {provider}
        </Narrow>
        {providerName !== null && <span className="text-muted"> · {providerName}</span>}
      </>
    ),
  },
  {
    head: 'Protection',
    isShown: ({ isAnyProtected }) => isAnyProtected,
    className: 'whitespace-nowrap',
    phone: { order: 2 },
    cell: ({ isProtected }) => isProtected && <ResourceMark mark="protect" size="small" />,
  },
  {
    head: 'Graph',
    className: 'whitespace-nowrap',
    phone: { order: 8, isWide: true },
    cell: ({ stack, urn, name }) => (
      <span className="flex gap-x-3">
        <TextLink to={paths.graph(stack, { focus: urn })}>
          Focus<VisuallyHidden> on {visibleText(name)}</VisuallyHidden>
        </TextLink>
        <TextLink to={paths.graph(stack, { focus: urn, view: 'reach' })}>
          Blast radius<VisuallyHidden> of {visibleText(name)}</VisuallyHidden>
        </TextLink>
      </span>
    ),
  },
]

/** Resources of many stacks; a click on type or provider narrows the search. */
export const FoundTable = ({ resources, ...context }: Props) => (
  <Table
    label="Resources"
    columns={columns}
    rows={resources}
    // Two entries of a state may share a URN.
    rowKey={({ stack, urn }, index) => `${stack.org}/${urn}/${index}`}
    context={{
      ...context,
      hideOrg: hasOneOrg(resources.map(({ stack }) => stack)),
      isAnyProtected: resources.some(({ isProtected }) => isProtected),
    }}
  />
)

type NarrowProps = { title: string; what: string; onClick: () => void; children: string }

const Narrow = ({ title, what, onClick, children }: NarrowProps) => (
  <button
    type="button"
    title={title}
    onClick={onClick}
    className="inline min-h-6 min-w-6 rounded-sm text-left hover:text-accent hover:underline"
  >
    {children}
    <VisuallyHidden>, {what}</VisuallyHidden>
  </button>
)
