import { useQuery } from '@tanstack/react-query'
import type { LinkedStack, StackGraph, StackReaders } from '#contract/stackGraph.ts'
import { fullName } from '#domain/stackName.ts'
import { activityQueries } from '#src/api/activity.ts'
import { troubleOf } from '#src/api/http/problem.ts'
import { HealthStatus } from '#src/features/stacks/HealthStatus.tsx'
import { counted, number } from '#words/counts.ts'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { TextButton } from '#src/ui/TextButton.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { type Links, reachOf } from './stackPicture.ts'
import { OutputReach } from './OutputReach.tsx'
import { StaleReaders } from './StaleReaders.tsx'

type Props = { graph: StackGraph; links: Links; index: number; onSelect: (index: number) => void }

/** The selected stack: its health, what it reads, and how far a change of its outputs reaches. */
export function SelectedStack({ graph, links, index, onSelect }: Props) {
  const stack = graph.stacks[index]
  if (!stack) return null
  const { ref } = stack
  return (
    <Card
      title={<span className="wrap-anywhere">{fullName(ref)}</span>}
      actions={
        <>
          <LinkButton size="sm" look="primary" to={paths.stack(ref)}>
            Open the stack
          </LinkButton>
          <Button size="sm" onClick={() => onSelect(-1)}>
            Close
          </Button>
        </>
      }
    >
      <StackFacts {...{ graph, links, index, onSelect, stack }} />
    </Card>
  )
}

/** Everything about it: `stack` is the one at `index`. */
function StackFacts({ graph, links, index, onSelect, stack }: Props & { stack: LinkedStack }) {
  const { ref, health, healthReason, lastKind, resourceCount } = stack
  const list = (places: readonly number[]) => <StackList graph={graph} places={places} onSelect={onSelect} />
  const reads = links.reads[index] ?? []
  const readBy = links.readBy[index] ?? []
  const away = links.elsewhere[index] ?? []
  const reach = reachOf(links, index)
  const further = reach.length - readBy.length
  const { data, error } = useQuery({
    ...activityQueries.stackReaders(ref),
    enabled: readBy.length > 0,
  })
  return (
    <KeyValue
      items={[
        {
          label: 'Health',
          value: (
            <>
              <HealthStatus health={health} lastKind={lastKind} /> <span className="text-muted">{healthReason}</span>
            </>
          ),
        },
        { label: 'Resources', value: number(resourceCount) },
        { label: 'Reads', value: reads.length > 0 ? list(reads) : away.length > 0 ? undefined : 'no other stack' },
        {
          label: 'Missing',
          value:
            away.length > 0 ? (
              <>
                <Mono className="wrap-anywhere">{away.join(', ')}</Mono>{' '}
                <span className="text-muted">is read, but does not exist here: the next preview fails.</span>
              </>
            ) : undefined,
        },
        { label: 'Read by', value: readBy.length > 0 ? list(readBy) : 'no other stack' },
        {
          label: 'Outputs',
          value: readBy.length === 0 ? undefined : <Comparison readers={data} error={error} />,
        },
        {
          label: 'By output',
          value: data && <OutputReach graph={graph} links={links} index={index} readers={data} />,
        },
        {
          label: 'Reach',
          value:
            reach.length === 0 ? undefined : (
              <span>
                A change of its outputs may reach {counted(reach.length, 'stack')}
                {further > 0 && `, ${number(further)} of them by way of others`}.
              </span>
            ),
        },
      ]}
    />
  )
}

/** Whether the readers have the current outputs, as soon as that is known. */
const Comparison = ({ readers, error }: { readers: StackReaders | undefined; error: Error | null }) =>
  readers ? (
    <StaleReaders readers={readers} />
  ) : error ? (
    <span className="text-danger">{troubleOf(error).detail}</span>
  ) : (
    <span className="text-muted">Comparing with what was read …</span>
  )

const MAX = 30

const StackList = ({ graph, places, onSelect }: Pick<Props, 'graph' | 'onSelect'> & { places: readonly number[] }) => (
  <ul className="flex flex-wrap gap-x-4 gap-y-1">
    {places.slice(0, MAX).map((place) => {
      const stack = graph.stacks[place]
      return (
        stack && (
          <li key={place}>
            <TextButton onClick={() => onSelect(place)} className="min-h-6 text-left wrap-anywhere">
              {fullName(stack.ref)}
            </TextButton>
          </li>
        )
      )
    })}
    {places.length > MAX && <li className="text-muted">and {number(places.length - MAX)} more</li>}
  </ul>
)
