import { urnName } from '#domain/state/urn.ts'
import { paths, type StackAddress } from '#src/lib/paths.ts'
import { TextLink } from '#src/ui/TextLink.tsx'

/** From a mention of a resource to its page and to the questions that the graph answers about it. */
export function ResourceLinks({ stack, urn }: { stack: StackAddress; urn: string }) {
  const name = urnName(urn)
  return (
    <ul aria-label={`More about ${name}`} className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      <li>
        <TextLink to={paths.resources(stack, { urn })}>Resource</TextLink>
      </li>
      <li>
        <TextLink to={paths.graph(stack, { focus: urn })}>Focus in the graph</TextLink>
      </li>
      <li>
        <TextLink to={paths.graph(stack, { focus: urn, view: 'reach' })}>Blast radius</TextLink>
      </li>
    </ul>
  )
}
