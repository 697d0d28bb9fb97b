import { useQuery } from '@tanstack/react-query'
import History from 'lucide-react/icons/history'
import { useState } from 'react'
import type { z } from 'zod'
import type { StackRef } from '#contract/common.ts'
import type { StateVersion } from '#contract/stacks.ts'
import type { UpdateBrief } from '#contract/updates.ts'
import { originWords } from '#domain/backends/keptWords.ts'
import { troubleOf } from '#src/api/http/problem.ts'
import { versionQueries } from '#src/api/versions.ts'
import { useWhyNot } from '#src/api/whyNot.ts'
import { paths } from '#src/lib/paths.ts'
import { useRunnerName } from '#src/lib/personName.ts'
import { serverNow } from '#src/lib/serverClock.ts'
import { useSettled } from '#src/lib/useSettled.ts'
import { parseWhen } from '#src/lib/when.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { DatedTime } from '#src/ui/Time.tsx'
import { weekdayTime } from '#words/time.ts'

type Props = {
  stack: StackRef
  /** The current version. */
  current: number
}

/** Restores the version that was current at a time: *yesterday 18:00*. */
export function RestoreByTime({ stack, current }: Props) {
  const mayNot = useWhyNot('change', { ref: stack })
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" blocked={mayNot} onClick={() => setOpen(true)}>
        <History aria-hidden /> Restore by time…
      </Button>
      {isOpen && <TimeDialog stack={stack} current={current} onClose={() => setOpen(false)} />}
    </>
  )
}

function TimeDialog({ stack, current, onClose }: Props & { onClose: () => void }) {
  const [asked, setAsked] = useState<{ text: string; at?: number | undefined }>({ text: '' })
  const at = useSettled(asked.at, 300)
  const { data, error } = useQuery({ ...versionQueries.at(stack, at ?? 0), enabled: at !== undefined })
  const found = at === undefined ? undefined : (data?.version ?? undefined)
  const canRestore = found && found.removedAt === null && found.version !== current
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Restore by time"
      description="Finds the version that was current then."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {canRestore ? (
            <LinkButton look="primary" to={paths.recovery(stack, 'restore-version', { version: found.version })}>
              Restore version {found.version}…
            </LinkButton>
          ) : (
            <Button look="primary" blocked="Name a time at which another version was current.">
              Restore…
            </Button>
          )}
        </>
      }
    >
      <TextField
        label="When"
        hint="For example: yesterday 18:00, Monday 9:30, 3 hours ago, 2026-01-17 13:05. In the time zone of your preferences."
        value={asked.text}
        onChange={(text) => setAsked({ text, at: parseWhen(text, serverNow()) })}
        error={asked.text.trim() !== '' && asked.at === undefined ? 'This is not a time.' : undefined}
        autoComplete="off"
        spellCheck={false}
      />
      <div role="status" className="mt-3 min-h-11">
        {at !== undefined && error && <p className="text-danger">{troubleOf(error).detail}</p>}
        {at !== undefined && data && <Found stack={stack} at={at} found={found ?? null} current={current} />}
      </div>
    </Dialog>
  )
}

type FoundProps = { stack: StackRef; at: number; found: z.infer<typeof StateVersion> | null; current: number }

function Found({ stack, at, found, current }: FoundProps) {
  if (found === null) return <p>Nothing was deployed yet on {weekdayTime(at)}.</p>
  return (
    <>
      <p>
        On {weekdayTime(at)}, <strong className="font-semibold">version {found.version}</strong> was current
        {found.version === current && ', as it is now'}.
      </p>
      <p className="text-sm text-muted">
        {found.update ? (
          <>
            Written by <Author update={found.update} />
          </>
        ) : (
          originWords(stack)
        )}
        , <DatedTime at={found.at} />.{found.removedAt !== null && ' Its state is not kept any more.'}
      </p>
    </>
  )
}

function Author({ update }: { update: UpdateBrief }) {
  const name = useRunnerName(update.by.login, update.ci)
  return (
    <>
      {update.kind} {update.version} of {name}
    </>
  )
}
