import Database from 'lucide-react/icons/database'
import { useState } from 'react'
import type { Approval, ApprovalDetail } from '#contract/approvals.ts'
import { DOING } from '#domain/approvals/words.ts'
import { capital } from '#words/capital.ts'
import { counted, number } from '#words/counts.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { ShowMore } from '#src/ui/ShowMore.tsx'
import { type Column, Table } from '#src/ui/Table.tsx'
import { Countdown } from '#src/ui/Time.tsx'
import { Circumstances } from './Circumstances.tsx'
import { DecisionForm, type Outcome } from './DecisionForm.tsx'
import { HeldProperties, HeldResource } from './HeldResource.tsx'
import { allowedBy, heldText } from './words.ts'

type Context = {
  details: ReadonlyMap<string, ApprovalDetail>
  chosen: ReadonlySet<string>
  onChoose: (id: string, isChosen: boolean) => void
}

const COLUMNS: readonly Column<Approval, Context>[] = [
  {
    head: 'Step',
    phone: { isWide: true },
    cell: (approval, { chosen, onChoose }) => (
      <Checkbox
        label={
          <>
            {capital(DOING[approval.step])} <strong className="font-semibold wrap-anywhere">{approval.name}</strong>
          </>
        }
        checked={chosen.has(approval.id)}
        onChange={(isChosen) => onChoose(approval.id, isChosen)}
      />
    ),
  },
  { head: 'Type', phone: { isWide: true }, cell: ({ type }) => <Mono>{type}</Mono> },
  {
    head: 'Holds',
    cell: ({ id }, { details }) => {
      const holds = details.get(id)?.holds
      return holds == null ? null : (
        <span className="inline-flex items-center gap-1 text-danger">
          <Database className="size-4 shrink-0" aria-hidden /> {heldText(holds)}
        </span>
      )
    },
  },
  {
    head: 'Depend on it',
    cell: ({ id }, { details }) => {
      const detail = details.get(id)
      return detail && counted(detail.dependentCount, 'resource')
    },
  },
  {
    head: 'Allowed by',
    phone: { label: 'Allowed by' },
    cell: (approval) => `${allowedBy(approval).length} of ${approval.persons}`,
  },
  {
    head: 'Refused in',
    phone: { label: 'Refused in' },
    cell: ({ until }) => <Countdown until={until} over="a moment" />,
  },
]

/** Rows at first, and more on request. */
const STEP = 20

type Props = {
  approvals: readonly Approval[]
  details: ReadonlyMap<string, ApprovalDetail>
  onOutcome: (outcome: Outcome) => void
}

/** Several steps of one run, with one decision about those that are chosen. */
export function HeldSteps({ approvals, details, onOutcome }: Props) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [shown, setShown] = useState(STEP)
  const chosen = approvals.filter(({ id }) => ticked.has(id))
  const choose = (id: string, isChosen: boolean) =>
    setTicked(new Set(isChosen ? [...ticked, id] : [...ticked].filter((each) => each !== id)))
  const visible = approvals.slice(0, shown)
  const [first] = approvals
  return (
    <>
      {first && <Circumstances approval={first} />}
      <div className="flex min-w-0 flex-col gap-1">
        <Checkbox
          label={
            chosen.length === 0
              ? `All ${number(approvals.length)}`
              : `${number(chosen.length)} of ${number(approvals.length)} chosen`
          }
          checked={chosen.length === approvals.length}
          indeterminate={chosen.length > 0 && chosen.length < approvals.length}
          onChange={(isChosen) => setTicked(new Set(isChosen ? approvals.map(({ id }) => id) : []))}
        />
        <Table
          label="Steps that wait for approval"
          columns={COLUMNS}
          rows={visible}
          rowKey={({ id }) => id}
          context={{ details, chosen: ticked, onChoose: choose }}
          below={(approval, columns) => (
            <Below approval={approval} detail={details.get(approval.id)} columns={columns} />
          )}
        />
        <ShowMore shown={shown} total={approvals.length} step={STEP * 5} onMore={setShown} />
      </div>
      <DecisionForm
        approvals={chosen}
        missing={chosen.length === 0 ? 'Choose the steps to decide about first.' : undefined}
        onOutcome={onOutcome}
      />
    </>
  )
}

type BelowProps = { approval: Approval; detail: ApprovalDetail | undefined; columns: number }

const Below = ({ approval, detail, columns }: BelowProps) =>
  detail && (
    <tr>
      <td colSpan={columns} className="border-b border-line px-3 pb-2 max-sm:col-span-2">
        <Disclosure summary={`Details of ${approval.name}`}>
          <HeldResource approval={approval} detail={detail} />
          <HeldProperties approval={approval} detail={detail} />
        </Disclosure>
      </td>
    </tr>
  )
