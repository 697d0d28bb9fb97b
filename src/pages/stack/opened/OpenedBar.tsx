import { useMutation } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import FolderInput from 'lucide-react/icons/folder-input'
import { useNavigate } from 'react-router'
import type { StackRef } from '#contract/common.ts'
import type { StackDetail } from '#contract/stacks.ts'
import { importFileName } from '#domain/backends/diy/commands.ts'
import { importSteps } from '#domain/backends/importSteps.ts'
import { stateFileAddress } from '#src/api/edits.ts'
import { textOfFile } from '#src/api/http/client.ts'
import { troubleOf } from '#src/api/http/problem.ts'
import { cx } from '#src/lib/cx.ts'
import { handOver } from '#src/lib/handOver.ts'
import { paths } from '#src/lib/paths.ts'
import { saveFile } from '#src/lib/saveFile.ts'
import { Button } from '#src/ui/Button.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { TerminalSteps, type TerminalStep } from '#src/ui/TerminalSteps.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { counted, plural } from '#words/counts.ts'

/** Above the pages of a stack that was opened in this browser: that nothing leaves it, and the two ways out of it. */
export function OpenedBar({ stack: { ref, version, pendingCount, lastUpdate, elsewhere } }: { stack: StackDetail }) {
  const navigate = useNavigate()
  const name = importFileName(ref)
  const take = useMutation({
    mutationFn: async (then: 'save' | 'import') => {
      const text = await textOfFile(stateFileAddress(ref))
      const file = new File([text], name, { type: 'application/json' })
      if (then === 'save') return saveFile(name, file)
      handOver(file)
      await navigate(paths.importState())
    },
  })
  // Also after an undo: it is one more write, and takes back the last change only.
  const isChanged = lastUpdate?.kind === 'recovery'
  const steps = isChanged && elsewhere ? importSteps(elsewhere, name) : undefined
  const download = (
    <Button
      size="sm"
      // What is pending is resolved first: the head of the page has that button.
      look={isChanged && pendingCount === 0 ? 'primary' : 'quiet'}
      busy={take.isPending}
      onClick={() => take.mutate('save')}
    >
      <Download aria-hidden /> Download the state
    </Button>
  )
  return (
    <section
      aria-label="Opened in this browser"
      className={cx(
        'flex flex-col gap-3 rounded-lg border px-4 py-2.5',
        isChanged ? 'border-attention-line bg-attention-subtle' : 'border-line bg-surface',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="mr-auto min-w-0">
          {/* Where the window is wide enough, the head of the page says that it was opened. */}
          <strong className={cx('font-semibold', !isChanged && 'sm:hidden')}>
            {isChanged ? `Version ${version} is in this browser only.` : 'Opened in this browser.'}
          </strong>{' '}
          <span className={cx(!isChanged && 'text-muted')}>
            {isChanged ? 'A reload discards your changes.' : 'The file is not uploaded; a reload closes it.'}
          </span>
        </p>
        {!steps && download}
        <Button size="sm" onClick={() => take.mutate('import')}>
          <FolderInput aria-hidden /> Import into Holdfast…
        </Button>
      </div>
      {steps && (
        <SaveSteps
          stack={ref}
          pending={pendingCount}
          steps={[{ text: <SaveAs name={name} />, action: download, commands: [] }, ...steps.unlock, ...steps.write]}
        />
      )}
      {take.error && <p className="text-danger">{troubleOf(take.error).detail}</p>}
    </section>
  )
}

const SaveAs = ({ name }: { name: string }) => (
  <>
    Save the state with your changes as <code className="wrap-anywhere">{name}</code>.
  </>
)

type SaveStepsProps = { stack: StackRef; pending: number; steps: readonly TerminalStep[] }

/** How the state gets into its backend: folded while something is pending, which the import would drop. */
const SaveSteps = ({ stack, pending, steps }: SaveStepsProps) =>
  pending > 0 ? (
    <>
      <p>
        <TextLink to={paths.recover(stack)}>Resolve {counted(pending, 'pending operation')} first</TextLink>:{' '}
        <code>pulumi stack import</code> drops {plural(pending, 'it', 'them')}; an import into Holdfast does not.
      </p>
      <Disclosure summary={`Then save it to its backend, in ${counted(steps.length, 'step')}`}>
        <TerminalSteps steps={steps} />
      </Disclosure>
    </>
  ) : (
    <>
      <h2 className="font-semibold">Save it to its backend</h2>
      <TerminalSteps steps={steps} />
    </>
  )
