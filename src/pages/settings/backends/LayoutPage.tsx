import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { useParams } from 'react-router'
import type { BackendLayout, LegacyFate } from '#contract/backends.ts'
import { LAYOUTS } from '#domain/backends/backendNames.ts'
import { placeOf } from '#domain/backends/diy/commands.ts'
import { metaTrouble } from '#domain/backends/diy/fileTroubles.ts'
import { backendQueries } from '#src/api/backends.ts'
import { FileTroubles } from '#src/features/stacks/FileTroubles.tsx'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { Status } from '#src/ui/Status.tsx'
import { type Column, Table } from '#src/ui/Table.tsx'
import { TerminalSteps } from '#src/ui/TerminalSteps.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import type { Tone } from '#src/ui/tone.ts'
import { WithCode } from '#src/ui/WithCode.tsx'
import { counted, list, number, plural } from '#words/counts.ts'

export const loader =
  (client: QueryClient) =>
  ({ params }: LoaderFunctionArgs) =>
    client.ensureQueryData(backendQueries.layout(params['backend'] ?? ''))

/** A backend in the old layout: which stack belongs to which project, what the upgrade would skip, and how to do it. */
export default function LayoutPage() {
  const { backend = '' } = useParams()
  const { data } = useSuspenseQuery(backendQueries.layout(backend))
  const { name, address, layout, stacks, steps, metaProblem } = data
  return (
    <>
      <PageHeader
        title={`Layout of ${name}`}
        breadcrumbs={[{ to: paths.settings.backends(), label: 'Backends' }]}
        meta={
          <>
            <Mono className="wrap-anywhere">{address}</Mono>
            {layout !== null && <span>{LAYOUTS[layout]}</span>}
          </>
        }
      />
      {metaProblem && (
        <div className="mb-4">
          <FileTroubles troubles={[metaTrouble(metaProblem, placeOf(address))]} />
        </div>
      )}
      {stacks.length === 0 ? (
        <Notice tone="ok" announce="none" title="No stack of this backend is in the old layout">
          Every stack lies in the folder of its project.
        </Notice>
      ) : (
        <div className="flex flex-col gap-4">
          <Situation layout={data} />
          <Card title={`${counted(stacks.length, 'stack')} in the old layout`} padding="none">
            <Table label="Stacks in the old layout" columns={columns} rows={stacks} rowKey={({ name: of }) => of} />
          </Card>
          <Card title="The upgrade, in order">
            <TerminalSteps
              steps={steps.map(({ text, commands }) => ({ text: <WithCode text={text} code={FLAG} />, commands }))}
            />
          </Card>
        </div>
      )}
    </>
  )
}

/** A flag of the CLI. */
const FLAG = /(--[a-z]+)/

/** Above this many, stacks are counted and not named. */
const MOST_NAMED = 6

const named = (names: readonly string[]): string =>
  names.length > MOST_NAMED ? counted(names.length, 'stack') : list(names)

/** What a stack needs that an upgrade would not move. */
const NEEDS = {
  collides: ['needs your decision first', 'need your decision first'],
  locked: ['is locked: its run must end first', 'are locked: their runs must end first'],
  unreadable: ['needs its state restored first', 'need their states restored first'],
  noProject: ['needs a project name during the upgrade', 'need project names during the upgrade'],
} as const satisfies Record<Exclude<LegacyFate, 'moves'>, readonly [one: string, many: string]>

/** The same as a sentence, with the stacks. */
function needsWords(stacks: BackendLayout['stacks']): string {
  const parts = (Object.keys(NEEDS) as (keyof typeof NEEDS)[]).flatMap((fate) => {
    const names = stacks.filter((stack) => stack.fate === fate).map(({ name }) => name)
    return names.length > 0 ? `${named(names)} ${plural(names.length, NEEDS[fate][0], NEEDS[fate][1])}` : []
  })
  return parts.length > 0 ? ` ${parts.join('; ')}.` : ''
}

/** What is wrong today, and what an upgrade would lose. */
function Situation({ layout: { invisibleNow, invisibleAfter, stacks } }: { layout: BackendLayout }) {
  return (
    <>
      {invisibleNow.length > 0 ? (
        <Notice
          tone="danger"
          announce="none"
          title={`${counted(invisibleNow.length, 'stack')} ${plural(invisibleNow.length, 'is', 'are')} still in the old layout, and no current CLI sees ${plural(invisibleNow.length, 'it', 'them')}`}
        >
          meta.yaml says that the layout is by project: an upgrade was interrupted, or skipped{' '}
          {plural(invisibleNow.length, 'this stack', 'these stacks')}. Another upgrade moves{' '}
          {number(invisibleNow.length - invisibleAfter.length)}.{needsWords(stacks)}
        </Notice>
      ) : (
        <Notice tone="attention" announce="none" title="Every command on these stacks is an error since CLI 3.257">
          This includes <code>pulumi state upgrade</code>, unless you set the variable below.
        </Notice>
      )}
      {invisibleNow.length === 0 && invisibleAfter.length > 0 && (
        <Notice tone="danger" announce="none" title="An upgrade of the backend as it is would leave stacks behind">
          {named(invisibleAfter)}: afterwards no CLI would see {plural(invisibleAfter.length, 'it', 'them')}.
        </Notice>
      )}
    </>
  )
}

const fates = {
  moves: { label: 'Moves', tone: 'ok' },
  collides: { label: 'Name taken', tone: 'danger' },
  noProject: { label: 'Asks you', tone: 'attention' },
  locked: { label: 'Locked', tone: 'attention' },
  unreadable: { label: 'Unreadable', tone: 'danger' },
} as const satisfies Record<LegacyFate, { label: string; tone: Tone }>

const columns: readonly Column<BackendLayout['stacks'][number]>[] = [
  {
    head: 'Stack',
    className: 'py-1.5',
    phone: { order: 1 },
    cell: ({ stack, name }) => (
      <TextLink to={paths.stack(stack)} className="font-semibold wrap-anywhere">
        {name}
      </TextLink>
    ),
  },
  {
    head: 'Becomes',
    className: 'py-1.5',
    phone: { order: 3, isWide: true, label: 'becomes' },
    cell: ({ name, newName, fate }) =>
      newName !== null || fate === 'noProject' ? (
        <Mono className="wrap-anywhere">{newName ?? `PROJECT/${name}`}</Mono>
      ) : (
        <span className="text-muted">nothing</span>
      ),
  },
  {
    head: 'In an upgrade',
    className: 'py-1.5',
    phone: { order: 2, align: 'right' },
    cell: ({ fate }) => <Status tone={fates[fate].tone}>{fates[fate].label}</Status>,
  },
  {
    head: 'Why',
    className: 'py-1.5 sm:max-w-120',
    phone: { order: 4, isWide: true },
    cell: ({ stack, name, newName, fate, because }) => (
      <span className="text-sm text-muted wrap-anywhere">
        {because}
        {fate === 'collides' && newName !== null && (
          <>
            {' '}
            <TextLink to={paths.compare(stack, { of: `${stack.org}/${newName}` })}>
              Compare {name} with {newName}
            </TextLink>
          </>
        )}
      </span>
    ),
  },
]
