import { useQuery } from '@tanstack/react-query'
import type { StackRef } from '#contract/common.ts'
import type { UpdateBrief } from '#contract/updates.ts'
import { versionQueries } from '#src/api/versions.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import { clockTime, localDate } from '#words/time.ts'
import { OVERLAY_KINDS, OVERLAYS, type OverlayChoice } from './choice.ts'

const OPTIONS = OVERLAY_KINDS.map((value) => ({ value, label: `Overlay: ${OVERLAYS[value].title}` }))

type Props = {
  stack: StackRef
  choice: OverlayChoice
  onChange: (choice: OverlayChoice) => void
  /** The updates to choose from, and the chosen one. */
  run: { version: number | null | undefined; updates: readonly UpdateBrief[] }
  sides: { from: number; to: number }
}

/** Chooses what the graph is coloured by, and the update or versions for it. */
export function OverlayControl({ stack, choice, onChange, run, sides }: Props) {
  const { kind } = choice
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <SelectField
        label="Overlay"
        hideLabel
        value={kind}
        onChange={(next) => onChange({ kind: next })}
        options={OPTIONS}
      />
      {(kind === 'update' || kind === 'durations') && run.updates.length > 0 && (
        <SelectField
          label="Which update"
          hideLabel
          value={String(run.version ?? '')}
          onChange={(version) => onChange({ kind, version: Number(version) })}
          options={updateOptions(run)}
        />
      )}
      {kind === 'diff' && <Versions stack={stack} sides={sides} onChange={onChange} />}
    </span>
  )
}

function updateOptions({ version, updates }: Props['run']) {
  const options = updates.flatMap((update) =>
    update.version === null
      ? []
      : [
          {
            value: String(update.version),
            label: `${update.version} · ${update.kind} ${update.status}, ${localDate(update.createdAt)} ${clockTime(update.createdAt)}`,
          },
        ],
  )
  const isListed = options.some(({ value }) => value === String(version))
  return isListed || version === undefined || version === null
    ? options
    : [{ value: String(version), label: `${version}` }, ...options]
}

function Versions({ stack, sides, onChange }: Pick<Props, 'stack' | 'sides' | 'onChange'>) {
  const { data } = useQuery(versionQueries.list(stack))
  const numbers = new Set([
    ...(data?.versions ?? []).filter(({ removedAt }) => removedAt === null).map(({ version }) => version),
    sides.from,
    sides.to,
  ])
  const options = [...numbers]
    .toSorted((a, b) => b - a)
    .map((version) => ({ value: String(version), label: `version ${version}` }))
  const pick = (change: Partial<typeof sides>) => {
    const { from, to } = { ...sides, ...change }
    onChange({ kind: 'diff', from, version: to })
  }
  return (
    <>
      <SelectField
        label="From version"
        hideLabel
        value={String(sides.from)}
        onChange={(from) => pick({ from: Number(from) })}
        options={options.map(({ value, label }) => ({ value, label: `from ${label}` }))}
      />
      <SelectField
        label="To version"
        hideLabel
        value={String(sides.to)}
        onChange={(to) => pick({ to: Number(to) })}
        options={options.map(({ value, label }) => ({ value, label: `to ${label}` }))}
      />
    </>
  )
}
