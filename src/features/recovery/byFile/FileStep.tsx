import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import Download from 'lucide-react/icons/download'
import type { Basis, StackRef } from '#contract/common.ts'
import type { KeptElsewhere } from '#contract/backends.ts'
import { whyNot } from '#domain/backends/capabilities.ts'
import { importFileName } from '#domain/backends/diy/commands.ts'
import { importSteps } from '#domain/backends/importSteps.ts'
import type { CommandStep } from '#domain/commandSteps.ts'
import { troubleOf } from '#src/api/http/problem.ts'
import type { PlannedFile } from '#contract/recoveries.ts'
import { editQueries } from '#src/api/edits.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { saveFile } from '#src/lib/saveFile.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { TerminalLines } from '#src/ui/TerminalLines.tsx'
import { OneOf } from '#src/ui/TerminalSteps.tsx'
import { ImportDrops } from './ImportDrops.tsx'
import { isImported } from './importedState.ts'

type Props = {
  stack: StackRef
  elsewhere: KeptElsewhere
  basis: Basis
  /** Operations that the plan leaves pending: an import drops them. */
  pendingKept: number
  /** Asks the server for the planned state. */
  load: () => Promise<PlannedFile>
  /** Plans again on what is there now. */
  onReview: () => void
  /** The file was made: what follows must stay on screen although the state changes. */
  onMade?: () => void
}

/**
 * The last step of a change to a stack that is kept in a connected backend: the file and the commands, because Holdfast
 * writes nothing there. Afterwards it watches the mirror, and says when the state there is the planned one.
 */
export function FileStep({ stack, elsewhere, basis, pendingKept, load, onReview, onMade }: Props) {
  const file = useMutation({
    mutationFn: load,
    onSuccess: ({ name, text }) => {
      saveFile(name, new Blob([text], { type: 'application/json' }))
      onMade?.()
    },
  })
  const { data: detail } = useQuery(stackQueries.detail(stack))
  const steps = importSteps(elsewhere, importFileName(stack), file.data?.basisSum)
  return (
    <Card title="Import the planned state with the CLI">
      <div className="flex min-w-0 flex-col gap-4">
        <p className="text-muted">{whyNot(elsewhere.kind, 'write')}</p>
        <ol aria-label="The import, in order" className="flex min-w-0 flex-col gap-4 [counter-reset:step]">
          {steps.unlock.length > 0 && (
            <Step title="Remove the lock first, once its holder has ended">
              <Commands steps={steps.unlock} />
            </Step>
          )}
          <Step>
            <div>
              <Button look="primary" busy={file.isPending} onClick={() => file.mutate()}>
                <Download aria-hidden /> Download the planned state
              </Button>
            </div>
            {file.error && (
              <Notice tone="danger" title="The planned state could not be made">
                {troubleOf(file.error).detail}
              </Notice>
            )}
          </Step>
          <Step title="Import it, then check that nothing else would change">
            {file.data ? (
              <Commands steps={steps.write} />
            ) : (
              <p className="text-muted">
                The command comes with the file: it imports nothing if somebody has changed the state since this plan.
              </p>
            )}
            {detail?.secretsProvider === 'passphrase' && (
              <p className="text-sm text-muted">
                The import needs the passphrase of the stack: <code>PULUMI_CONFIG_PASSPHRASE</code>.
              </p>
            )}
            <ImportDrops stack={stack} pending={pendingKept} />
          </Step>
        </ol>
        {file.data && <Watch stack={stack} basis={basis} planned={file.data} onReview={onReview} />}
      </div>
    </Card>
  )
}

/** One of the steps, whose order matters; without a title if its button says the same. */
const Step = ({ title, children }: { title?: string; children: ReactNode }) => (
  <li className="grid min-w-0 grid-cols-[1.5rem_minmax(0,1fr)] gap-x-2 [counter-increment:step] before:font-semibold before:text-muted before:tabular-nums before:content-[counter(step)_'.']">
    <section className="flex min-w-0 flex-col gap-2">
      {title !== undefined && <h3 className="font-semibold">{title}</h3>}
      {children}
    </section>
  </li>
)

/** The parts of one step, which need no numbers of their own. */
const Commands = ({ steps }: { steps: readonly CommandStep[] }) => (
  <div className="flex min-w-0 flex-col gap-3">
    {steps.map(({ text, commands, oneOf }, index) => (
      <div key={index} className="flex min-w-0 flex-col gap-1.5">
        <p className="text-sm text-muted">{text}</p>
        {commands.length > 0 && <TerminalLines lines={commands} />}
        {oneOf !== undefined && <OneOf ways={oneOf} />}
      </div>
    ))}
  </div>
)

type WatchProps = Pick<Props, 'stack' | 'basis' | 'onReview'> & { planned: PlannedFile }

/** How often the mirror is asked whether the state has changed. */
const LOOK_MS = 5_000

/** What the mirror has seen since the file was made; the state is read only after it has changed. */
function Watch({ stack, basis, planned, onReview }: WatchProps) {
  const [isDone, setDone] = useState(false)
  const { data: detail } = useQuery({ ...stackQueries.detail(stack), refetchInterval: !isDone && LOOK_MS })
  const hash = detail?.basis?.hash
  const hasChanged = hash !== undefined && hash !== basis.hash
  const { data: now } = useQuery({
    ...editQueries.wholeState(stack, hash),
    enabled: hasChanged,
    refetchInterval: ({ state }) => state.status === 'error' && LOOK_MS,
  })
  const isPlanned = useMemo(() => now && isImported(planned.text, now.text), [planned.text, now])
  if (!hasChanged || !now?.basis || now.basis.hash === basis.hash)
    return (
      <Notice tone="running" announce="status" title="Waiting for the import">
        Holdfast looks at the backend every few seconds, and says when the planned state is there.
      </Notice>
    )
  if (isPlanned === true && !isDone) setDone(true)
  if (isPlanned === true)
    return (
      <Notice tone="ok" announce="status" title="Imported and verified">
        The state in the backend is the planned one: version {now.basis.version}.
      </Notice>
    )
  return (
    <Notice
      tone={isPlanned === null ? 'attention' : 'danger'}
      title={
        isPlanned === null
          ? 'The state has changed, and cannot be compared with the planned one'
          : 'The state has changed, and is not the planned one'
      }
      actions={
        <Button size="sm" look="primary" onClick={onReview}>
          Review again
        </Button>
      }
    >
      {isPlanned === null
        ? 'Holdfast could not read it. Do not import this file again before you have looked at the state.'
        : 'Someone else wrote it, or another file was imported. Do not import this file any more.'}
    </Notice>
  )
}
