import type { Backend } from '#contract/backends.ts'
import { BACKEND_KINDS, LAYOUTS } from '#domain/backends/backendNames.ts'
import { metaTrouble } from '#domain/backends/diy/fileTroubles.ts'
import { requestsText } from '#domain/backends/requestCost.ts'
import { Person } from '#src/features/people/Person.tsx'
import { ReadAgain } from '#src/features/stacks/ReadAgain.tsx'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Status } from '#src/ui/Status.tsx'
import { ACTIONS, type Column, CountInCard, Table } from '#src/ui/Table.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Time } from '#src/ui/Time.tsx'
import { counted, number } from '#words/counts.ts'

type Context = { onLeave: (backend: Backend) => void }

const columns: readonly Column<Backend, Context>[] = [
  {
    head: 'Backend',
    className: 'py-1.5 sm:min-w-56',
    phone: { order: 1, isWide: true },
    cell: (backend) => <Identity backend={backend} />,
  },
  {
    head: 'Stacks',
    className: 'py-1.5',
    phone: { order: 3 },
    cell: ({ name, stacks, layout }) => (
      <>
        <CountInCard count={stacks} one="stack" many="stacks" />
        {layout !== null && (
          <span className="block text-xs text-muted">
            layout:{' '}
            {layout === 'legacy' || layout === 'mixed' ? (
              <TextLink to={paths.backendLayout(name)}>{LAYOUTS[layout]}</TextLink>
            ) : (
              LAYOUTS[layout]
            )}
          </span>
        )}
        <TextLink to={paths.backendSize(name)} aria-label={`Size of ${name}`} className="block text-xs">
          Size of the backend
        </TextLink>
      </>
    ),
  },
  {
    head: 'Last read',
    className: 'py-1.5 sm:max-w-72',
    phone: { order: 2, isWide: true },
    cell: (backend) => <Freshness backend={backend} />,
  },
  {
    head: 'Requests',
    className: 'py-1.5 whitespace-nowrap',
    phone: { order: 4, align: 'right' },
    cell: (backend) => <Requests backend={backend} />,
  },
  {
    ...ACTIONS,
    className: 'py-1.5 max-sm:col-span-full max-sm:order-5',
    cell: (backend, context) => <Actions backend={backend} {...context} />,
  },
]

/** The connected backends, each with its freshness and its requests. */
export const BackendTable = ({ backends, ...context }: Context & { backends: readonly Backend[] }) => (
  <Table label="Backends" columns={columns} rows={backends} rowKey={({ id }) => id} context={context} />
)

const Identity = ({
  backend: { name, kind, address, connectedBy, keepsCopies, seenBy, isFromSettings },
}: {
  backend: Backend
}) => (
  <div className="flex min-w-0 flex-col gap-0.5">
    <span className="flex flex-wrap items-baseline gap-x-2">
      <TextLink to={paths.org(name)} className="font-semibold wrap-anywhere">
        {name}
      </TextLink>
      <span className="text-muted">{BACKEND_KINDS[kind]}</span>
    </span>
    <Mono className="text-sm wrap-anywhere">{address}</Mono>
    <span className="text-xs text-muted">
      {isFromSettings ? 'by HOLDFAST_BACKENDS' : <Person login={connectedBy} />}
      {seenBy === 'administrators' && ' · only administrators see it'}
      {!keepsCopies && ' · keeps no copies of states'}
    </span>
  </div>
)

function Freshness({ backend: { name, seenAt, problem, metaProblem } }: { backend: Backend }) {
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      {seenAt === null ? (
        <span className="text-muted">not read yet</span>
      ) : (
        <span>
          <span className="text-muted sm:hidden">last read </span>
          <Time at={seenAt} />
        </span>
      )}
      {problem !== null && (
        <span role="status" className="flex flex-col">
          <Status tone="danger" className="text-sm">
            Cannot be read
          </Status>
          <span className="text-sm wrap-anywhere">{problem}</span>
        </span>
      )}
      {metaProblem !== null && (
        <Status tone="danger" className="text-sm">
          <TextLink to={paths.backendLayout(name)}>{metaTrouble(metaProblem, undefined).title}</TextLink>
        </Status>
      )}
    </div>
  )
}

/** How many requests the mirror sends, and roughly what that costs in a month. */
function Requests({ backend }: { backend: Backend }) {
  const { requests, countedForS } = backend
  const lastHour = requests.reduce((sum, each) => sum + each.lastHour, 0)
  return (
    <span title={requests.map(({ purpose, lastDay }) => `${purpose}: ${number(lastDay)}`).join(', ')}>
      {countedForS !== null && <span className="block">{counted(lastHour, 'request')} in the last hour</span>}
      <span className="block text-xs text-muted">{requestsText(backend)}</span>
    </span>
  )
}

function Actions({ backend, onLeave }: Context & { backend: Backend }) {
  const { name, isFromSettings } = backend
  return (
    <span className="flex flex-wrap justify-end gap-2">
      <ReadAgain backend={name} />
      <Button
        size="sm"
        aria-label={`Disconnect… ${name}`}
        blocked={isFromSettings ? 'It is connected by HOLDFAST_BACKENDS: remove it there.' : undefined}
        onClick={() => onLeave(backend)}
      >
        Disconnect…
      </Button>
    </span>
  )
}
