import { useQuery } from '@tanstack/react-query'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import type { StackRef } from '#contract/common.ts'
import type { CompareRequest } from '#contract/diff.ts'
import { originWords } from '#domain/backends/keptWords.ts'
import { fullName } from '#domain/stackName.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { versionQueries } from '#src/api/versions.ts'
import type { Layout } from '#src/ui/diffLayout.ts'
import { useNamesByLogin } from '#src/lib/personName.ts'
import { paths, stackOf } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Segments } from '#src/ui/Segments.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { runnerName } from '#words/personName.ts'
import { weekdayTime } from '#words/time.ts'

type Request = z.output<typeof CompareRequest>

type Props = {
  stack: StackRef
  request: Request
  newest: number
  onChange: (next: Request) => void
  layout: Layout
  onLayout: (layout: Layout) => void
}

const FULL_NAME = /^[^/]+\/[^/]+\/[^/]+$/

/** The two sides, each with its picker; a choice compares at once. */
export function Sides({ stack, request, newest, onChange, layout, onLayout }: Props) {
  const { from, to, of } = request
  const there = of === undefined ? stack : refOf(of)
  const pick = (change: Partial<Request>) => onChange({ from, to, of, ...change })
  const navigate = useNavigate()
  const nameOf = (side: string, { project, stack: name }: StackRef): string =>
    of === undefined ? `${side} version` : `Version of ${project}/${name}`
  return (
    <Card title="Compare" level={2} actions={<Layouts layout={layout} onLayout={onLayout} />}>
      <div className="grid min-w-0 items-end gap-3 md:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_auto_minmax(0,2fr)] max-md:[&>button]:justify-self-center 2xl:grid-cols-1 2xl:[&>button]:justify-self-center">
        <StackField value={of ?? ''} onPick={(name) => pick({ of: name, from: undefined })} />
        <VersionField
          label={nameOf('From', there)}
          stack={there}
          value={from}
          isOwn={of === undefined}
          onPick={(version) => pick({ from: version })}
        />
        <Button
          onClick={() => {
            // The right side is the stack of the page: between two stacks, the page changes.
            if (of === undefined) onChange({ from: to ?? newest, to: from, of: undefined })
            else void navigate(paths.compare(there, { of: fullName(stack), from: to, to: from, view: layout }))
          }}
          aria-label="Swap"
        >
          <ArrowLeftRight aria-hidden />
        </Button>
        <VersionField
          label={nameOf('To', stack)}
          stack={stack}
          value={to}
          onPick={(version) => pick({ to: version })}
        />
      </div>
    </Card>
  )
}

const Layouts = ({ layout, onLayout }: Pick<Props, 'layout' | 'onLayout'>) => (
  // A phone has no room for two columns.
  <div className="max-sm:hidden">
    <Segments
      label="How values are shown"
      options={[
        { value: 'side', label: 'Side by side' },
        { value: 'unified', label: 'Unified' },
      ]}
      value={layout}
      onChange={onLayout}
    />
  </div>
)

type StackFieldProps = { value: string; onPick: (name: string | undefined) => void }

/** Another stack, found by any part of its name; empty for this one. */
function StackField({ value, onPick }: StackFieldProps) {
  const id = useId()
  const [text, setText] = useState(value)
  const name = text.trim()
  const { data } = useQuery(stackQueries.list({ search: name.split('/').at(-1) ?? '' }))
  const names = (data?.stacks ?? []).map(({ ref }) => fullName(ref))
  const isBad = name !== '' && !FULL_NAME.test(name)
  const pick = (picked: string) => {
    if (picked !== value && (picked === '' || FULL_NAME.test(picked))) onPick(picked === '' ? undefined : picked)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        pick(name)
      }}
    >
      <TextField
        mono
        className="placeholder:font-sans"
        label="Compare with stack"
        placeholder="this stack"
        list={`${id}-stacks`}
        value={text}
        onChange={(typed) => {
          setText(typed)
          if (names.includes(typed) || typed === '') pick(typed)
        }}
        onBlur={() => pick(name)}
        error={isBad && !names.some((each) => each.includes(name)) ? 'Use organization/project/stack.' : undefined}
        autoComplete="off"
        spellCheck={false}
      />
      <datalist id={`${id}-stacks`}>
        {names.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </datalist>
    </form>
  )
}

const NEWEST = ''

/** A version, by its origin and time; without a number the newest. */
function VersionField({
  label,
  stack,
  value,
  isOwn = false,
  onPick,
}: {
  label: string
  stack: StackRef
  value: number | undefined
  /** For this stack, whose newest version is on the other side. */
  isOwn?: boolean
  onPick: (version: number | undefined) => void
}) {
  const { data } = useQuery(versionQueries.list(stack))
  const names = useNamesByLogin()
  const listed = (data?.versions ?? []).filter(({ removedAt }) => removedAt === null)
  const [newest] = listed
  // The time comes before the name: on a phone the end is cut off, and the time tells versions of a day apart.
  const options = listed.map(({ version, at, update }) => ({
    value: String(version),
    label: `${version} · ${weekdayTime(at)}, ${update ? `${update.kind} by ${runnerName(update.by.login, update.ci, names)}` : originWords(stack)}`,
  }))
  const isListed = value === undefined || listed.some(({ version }) => version === value)
  return (
    <SelectField
      label={label}
      value={value === undefined ? NEWEST : String(value)}
      onChange={(picked) => onPick(picked === NEWEST ? undefined : Number(picked))}
      options={[
        ...(isOwn && value !== undefined
          ? []
          : [
              { value: NEWEST, label: isOwn ? 'None' : newest === undefined ? 'Newest' : `${newest.version} (newest)` },
            ]),
        ...(isListed
          ? []
          : [{ value: String(value), label: value === 0 ? '0 · before the first update' : String(value) }]),
        ...options,
      ]}
    />
  )
}

const refOf = (name: string): StackRef => {
  const [org, project, stack] = name.split('/')
  return stackOf({ org: org ?? '', project: project ?? '', stack: stack ?? '' })
}
