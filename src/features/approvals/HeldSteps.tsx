import { useState } from 'react'
import type { Approval, ApprovalDetail } from '#contract/approvals.ts'
import { capital } from '#words/capital.ts'
import { number } from '#words/counts.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { TimeLeft } from '#src/ui/RefusedIn.tsx'
import { ShowMore } from '#src/ui/ShowMore.tsx'
import { ACTIONS, type Column, Table } from '#src/ui/Table.tsx'
import { Circumstances, Rules } from './Circumstances.tsx'
import { Demand } from './Demand.tsx'
import { DecisionForm, MAX_DECIDED, type Outcome } from './DecisionForm.tsx'
import { Effects } from './Effects.tsx'
import { HeldData } from './HeldData.tsx'
import { HeldProperties, HeldResource } from './HeldResource.tsx'
import { atRisk, losses } from './losses.ts'
import { allowedBy, allSteps } from './words.ts'

type Context = {
  details: ReadonlyMap<string, ApprovalDetail>
  chosen: ReadonlySet<string>
  onChoose: (id: string, isChosen: boolean) => void
  /** The step whose details are shown. */
  open: string | undefined
  onOpen: (id: string | undefined) => void
  differs: Differences
}

/** In what the steps differ, so that each row says it: in rules, in whom they need and who has allowed them, in time. */
type Differences = { rules: boolean; demand: boolean; time: boolean }

/** On a phone what is said of a step is below its name, not below its checkbox. */
const INDENT = 'max-sm:pl-9'

const COLUMNS: readonly Column<Approval, Context>[] = [
  {
    head: 'Step',
    phone: { order: 1 },
    cell: (approval, { chosen, onChoose }) => (
      <Checkbox
        className="max-sm:text-base"
        label={
          <>
            {capital(approval.step)} <strong className="font-semibold wrap-anywhere">{approval.name}</strong>
          </>
        }
        checked={chosen.has(approval.id)}
        onChange={(isChosen) => onChoose(approval.id, isChosen)}
      />
    ),
  },
  { head: 'Type', phone: { isWide: true, order: 3 }, className: INDENT, cell: ({ type }) => <Mono>{type}</Mono> },
  {
    head: 'Data at risk',
    className: INDENT,
    phone: { order: 4 },
    cell: (approval) => {
      const data = atRisk(approval)
      return data === undefined ? <span className="text-muted">no known data</span> : <HeldData holds={data} />
    },
  },
  {
    head: 'Dependents',
    phone: { order: 5, label: 'Dependents' },
    cell: ({ id }, { details }) => {
      const count = details.get(id)?.dependentCount
      if (count !== undefined) return number(count)
      return (
        <>
          <span aria-hidden>…</span>
          <span className="sr-only">not known yet</span>
        </>
      )
    },
  },
  {
    head: 'Rule',
    isShown: ({ differs }) => differs.rules,
    phone: { isWide: true, order: 6 },
    className: INDENT,
    cell: (approval) => <Rules approval={approval} />,
  },
  {
    head: 'Needs',
    isShown: ({ differs }) => differs.demand,
    phone: { isWide: true, order: 7 },
    className: INDENT,
    cell: (approval) => <Demand approval={approval} />,
  },
  {
    head: 'Auto-refused in',
    isShown: ({ differs }) => differs.time,
    phone: { order: 8, label: 'Auto-refused in' },
    className: INDENT,
    cell: ({ status, until }) => (status === 'waiting' ? <TimeLeft until={until} /> : 'not in time'),
  },
  {
    ...ACTIONS,
    phone: { order: 2, align: 'right' },
    cell: ({ id, name }, { details, open, onOpen }) =>
      details.has(id) && (
        <Button
          size="sm"
          aria-expanded={open === id}
          aria-label={`${open === id ? 'Hide details' : 'Details'} of ${name}`}
          onClick={() => onOpen(open === id ? undefined : id)}
        >
          {open === id ? 'Hide details' : 'Details'}
        </Button>
      ),
  },
]

const isMixed = (approvals: readonly Approval[], factsOf: (approval: Approval) => unknown): boolean =>
  new Set(approvals.map((approval) => JSON.stringify(factsOf(approval)))).size > 1

const differencesOf = (approvals: readonly Approval[]): Differences => ({
  rules: isMixed(approvals, ({ rules, why }) => [rules.map(({ id }) => id), why]),
  demand: isMixed(approvals, (each) => [each.persons, each.role, allowedBy(each).map(({ by }) => by.login)]),
  time: isMixed(approvals, ({ status, until }) => [status, until]),
})

/** Rows at first, and more on request. */
const STEP = 20

type Props = {
  approvals: readonly Approval[]
  details: ReadonlyMap<string, ApprovalDetail>
  /** The number of steps of the batch that are allowed already. */
  ready: number
  isOnRun: boolean
  onOutcome: (outcome: Outcome) => void
}

/** Several steps of one run: those that are chosen can be allowed, all together refused. */
export function HeldSteps({ approvals, details, ready, isOnRun, onOutcome }: Props) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [shown, setShown] = useState(STEP)
  const [open, onOpen] = useState<string>()
  const chosen = approvals.filter(({ id }) => ticked.has(id))
  const choose = (id: string, isChosen: boolean) =>
    setTicked(new Set(isChosen ? [...ticked, id] : [...ticked].filter((each) => each !== id)))
  const most = approvals.slice(0, MAX_DECIDED)
  const [first] = approvals
  const differs = differencesOf(approvals)
  const lost = losses(chosen)
  return (
    <>
      {first && <Circumstances approval={first} without={differs} steps={approvals.length} isOnRun={isOnRun} />}
      <div className="flex min-w-0 flex-col gap-1">
        <Checkbox
          className="px-3"
          label={
            chosen.length === 0
              ? `Choose ${allSteps(most.length)}`
              : `${number(chosen.length)} of ${number(approvals.length)} steps chosen`
          }
          checked={chosen.length === most.length}
          indeterminate={chosen.length > 0 && chosen.length < most.length}
          onChange={(isChosen) => setTicked(new Set(isChosen ? most.map(({ id }) => id) : []))}
        />
        <Table
          label="Steps that wait for approval"
          columns={COLUMNS}
          rows={approvals.slice(0, shown)}
          rowKey={({ id }) => id}
          context={{ details, chosen: ticked, onChoose: choose, open, onOpen, differs }}
          below={(approval, columns) =>
            approval.id === open && <Below approval={approval} detail={details.get(approval.id)} columns={columns} />
          }
        />
        <ShowMore shown={shown} total={approvals.length} step={STEP * 5} onMore={setShown} />
      </div>
      <Effects approvals={chosen} all={approvals} lost={lost} ready={ready} />
      <DecisionForm
        approvals={chosen}
        all={approvals}
        isLate={first !== undefined && first.status !== 'waiting'}
        ready={ready}
        lost={lost}
        onOutcome={(outcome) => {
          if (outcome.tone !== 'danger') setTicked(new Set())
          onOutcome(outcome)
        }}
      />
    </>
  )
}

type BelowProps = { approval: Approval; detail: ApprovalDetail | undefined; columns: number }

const Below = ({ approval, detail, columns }: BelowProps) =>
  detail && (
    <tr>
      <td colSpan={columns} className="border-b border-line px-3 py-2 max-sm:col-span-2">
        <div className="flex min-w-0 flex-col gap-2">
          <HeldResource approval={approval} detail={detail} isInRow />
          <HeldProperties approval={approval} detail={detail} />
        </div>
      </td>
    </tr>
  )
