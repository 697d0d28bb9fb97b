import type { StackRef } from '#contract/common.ts'
import type { Diagnosis, Finding } from '#contract/recoveries.ts'
import { NOTHING_LOST } from '#domain/recoveries/nothingLost.ts'
import { LearnMore } from '#src/features/recovery/FindingCard.tsx'
import { useLevelWords } from '#src/features/recovery/byFile/useLevelWords.ts'
import { ACTIONS, type Column, Table } from '#src/ui/Table.tsx'
import { FindingAction } from './FindingAction.tsx'

type Context = { stack: StackRef; diagnosis: Diagnosis }

/** More resources than this are only counted. */
const FEW = 3

const columns: readonly Column<Finding, Context>[] = [
  {
    head: 'What',
    className: 'min-w-48 py-1.5! align-top',
    cell: (finding, { stack }) => (
      <>
        <strong className="block font-semibold">{finding.title}</strong>
        <LearnMore finding={finding} stack={stack} />
      </>
    ),
  },
  {
    head: 'Resources',
    className: 'min-w-48 py-1.5! align-top wrap-anywhere',
    cell: ({ items }) => (
      <>
        {items.slice(0, FEW).map((item, index) => (
          <span key={index} className="block">
            {item}
          </span>
        ))}
        {items.length > FEW && <span className="text-muted">and {items.length - FEW} more</span>}
      </>
    ),
  },
  {
    head: 'Risk',
    phone: { label: 'risk:' },
    className: 'min-w-48 py-1.5! align-top',
    cell: ({ couldBeLost }) => (couldBeLost === NOTHING_LOST ? <span className="text-muted">none</span> : couldBeLost),
  },
  {
    head: 'To confirm',
    phone: { label: 'to confirm:' },
    className: 'min-w-32 py-1.5! align-top text-muted wrap-anywhere',
    cell: ({ level }, { stack }) => <LevelWords level={level} stack={stack} />,
  },
  {
    ...ACTIONS,
    className: 'py-1.5! align-top',
    cell: (finding, { stack, diagnosis }) => (
      <FindingAction stack={stack} finding={finding} diagnosis={diagnosis} isFirst={false} />
    ),
  },
]

const LevelWords = ({ level, stack }: Pick<Finding, 'level'> & Pick<Context, 'stack'>) =>
  useLevelWords(stack)(level).words

type Props = Context & { label: string; findings: readonly Finding[] }

/** Findings in short, each with the start of its recovery. */
export const FindingsTable = ({ label, findings, ...context }: Props) => (
  <div className="overflow-clip rounded-lg border border-line bg-surface">
    <Table
      label={label}
      isInLines
      columns={columns}
      rows={findings}
      rowKey={({ recovery, title }) => `${recovery} ${title}`}
      context={context}
    />
  </div>
)
