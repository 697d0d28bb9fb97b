import { visibleText } from '#words/visible.ts'
import type { FoundResource } from '#contract/search.ts'
import { shortType } from '#domain/state/shortType.ts'
import { withFilter } from '#domain/search/searchQuery.ts'
import { fullName } from '#domain/stackName.ts'
import { ResourceMark } from '#src/features/resources/ResourceMark.tsx'
import { TypeIcon } from '#src/features/resources/TypeIcon.tsx'
import { paths } from '#src/lib/paths.ts'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Table, TBody, Td, Th, THead, Tr } from '#src/ui/Table.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'

type Props = { resources: readonly FoundResource[]; query: string; onFilter: (query: string) => void }

/** Resources of many stacks; a click on type or provider narrows the search. */
export const FoundTable = ({ resources, query, onFilter }: Props) => (
  <Table label="Resources" narrow="cards">
    <THead>
      <Tr>
        <Th>Name</Th>
        <Th>Type</Th>
        <Th>ID</Th>
        <Th>Stack</Th>
        <Th>Provider</Th>
        <Th>Protection</Th>
        <Th>Graph</Th>
      </Tr>
    </THead>
    <TBody>
      {resources.map((each, index) => (
        // Two entries of a state may share a URN.
        <Tr key={`${each.stack.org}/${each.urn}/${index}`}>
          <Td className="min-w-40 max-sm:order-1">
            <span className="flex min-w-0 items-center gap-2">
              <TypeIcon type={each.type} isCustom={each.id !== null} />
              <TextLink to={paths.resources(each.stack, { urn: each.urn })} className="font-medium wrap-anywhere">
                {visibleText(each.name)}
              </TextLink>
            </span>
          </Td>
          <Td className="max-sm:order-3">
            <Narrow
              title={each.type}
              what="only this type"
              onClick={() => onFilter(withFilter(query, 'type', each.type))}
            >
              {shortType(each.type)}
            </Narrow>
          </Td>
          <Td className="max-w-72 max-sm:order-5 max-sm:col-span-2 max-sm:max-w-none">
            {each.id !== null && (
              <span className="flex min-w-0 items-center gap-1">
                <Mono className="truncate" title={each.id}>
                  {each.id}
                </Mono>
                <CopyButton text={each.id} label="Copy ID" />
              </span>
            )}
          </Td>
          <Td className="min-w-40 wrap-anywhere max-sm:order-6 max-sm:col-span-2">
            <TextLink to={paths.stack(each.stack)}>{fullName(each.stack)}</TextLink>
          </Td>
          <Td className="max-sm:order-4 max-sm:text-right">
            <Narrow
              title={each.providerName ?? each.provider}
              what="only this provider"
              onClick={() => onFilter(withFilter(query, 'provider', each.provider))}
            >
              {each.provider}
            </Narrow>
            {each.providerName !== null && <span className="text-muted"> · {each.providerName}</span>}
          </Td>
          <Td className="whitespace-nowrap max-sm:order-2">
            {each.isProtected && <ResourceMark mark="protect" size="small" />}
          </Td>
          <Td className="whitespace-nowrap max-sm:order-7 max-sm:col-span-2">
            <span className="flex gap-x-3">
              <TextLink to={paths.graph(each.stack, { focus: each.urn })}>
                Focus<VisuallyHidden> on {visibleText(each.name)}</VisuallyHidden>
              </TextLink>
              <TextLink to={paths.graph(each.stack, { focus: each.urn, view: 'reach' })}>
                Blast radius<VisuallyHidden> of {visibleText(each.name)}</VisuallyHidden>
              </TextLink>
            </span>
          </Td>
        </Tr>
      ))}
    </TBody>
  </Table>
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
