import { ShowMore } from '#src/ui/ShowMore.tsx'
import ChevronRight from 'lucide-react/icons/chevron-right'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { type ReactNode, useState } from 'react'
import { isObject } from '#domain/json/jsonObject.ts'
import { parseJsonText } from '#domain/json/jsonText.ts'
import { signatureOf } from '#domain/state/secrets.ts'
import { cx } from '#src/lib/cx.ts'
import { Button } from '#src/ui/Button.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { JsonValue } from '#src/ui/JsonValue.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { counted } from '#words/counts.ts'

type Path = readonly (string | number)[]
type Change = (path: Path, value: unknown) => void

type Props = {
  /** Name of the tree: `inputs`. */
  label: string
  value: Record<string, unknown>
  path: Path
  onChange: Change
  /** Why it is read-only. */
  blocked?: string | undefined
}

/** More children than this are collapsed. */
const PAGE = 50

/**
 * The properties of an entry as a tree whose values can be set, removed and added. Secrets and assets stay collapsed.
 */
export const PropertyTree = ({ label, value, path, onChange, blocked }: Props) => (
  <div role="group" aria-label={label} className="min-w-0 text-sm">
    <Children value={value} path={path} onChange={onChange} blocked={blocked} open={1} />
  </div>
)

type BranchProps = Omit<Props, 'label' | 'value'> & { value: object; open: number }

function Children({ value, path, onChange, blocked, open }: BranchProps) {
  const [limit, setLimit] = useState(PAGE)
  const entries: (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value)
  return (
    <ul className="flex min-w-0 flex-col">
      {entries.slice(0, limit).map(([key, child]) => (
        <Property
          key={key}
          name={String(key)}
          value={child}
          path={[...path, key]}
          onChange={onChange}
          blocked={blocked}
          open={open}
        />
      ))}
      {entries.length > limit && (
        <li>
          <ShowMore shown={limit} total={entries.length} step={PAGE * 10} onMore={setLimit} />
        </li>
      )}
      <li>
        <AddProperty value={value} path={path} onChange={onChange} blocked={blocked} />
      </li>
    </ul>
  )
}

function Property({
  name,
  value,
  path,
  onChange,
  blocked,
  open,
}: Omit<BranchProps, 'value'> & { name: string; value: unknown }) {
  const [isOpen, setOpen] = useState(open > 0)
  const [isEdited, setEdited] = useState(false)
  const isMarked = signatureOf(value) !== undefined
  const isBranch = typeof value === 'object' && value !== null && !isMarked
  const tools = blocked === undefined && (
    <span className="flex shrink-0 items-center">
      {!isMarked && !isBranch && <IconButton label={`Change ${name}`} Icon={Pencil} onClick={() => setEdited(true)} />}
      <IconButton label={`Take ${name} away`} Icon={Trash2} onClick={() => onChange(path, undefined)} />
    </span>
  )
  if (isEdited) {
    return (
      <li className="min-w-0 py-1 pl-5">
        <ValueField
          label={name}
          initial={JSON.stringify(value)}
          onCancel={() => setEdited(false)}
          onSet={(next) => {
            setEdited(false)
            onChange(path, next)
          }}
        />
      </li>
    )
  }
  return (
    <li className="min-w-0">
      <div className="flex min-h-7 min-w-0 items-center gap-2">
        {isBranch ? (
          <BranchHead name={name} value={value} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
        ) : (
          <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 pl-5">
            <Name name={name} />
            {isMarked ? <Closed value={value} name={name} /> : <JsonValue label={name} value={value} />}
          </span>
        )}
        {tools}
      </div>
      {isBranch && isOpen && (
        <div className="ml-2 border-l border-line pl-2">
          <Children value={value} path={path} onChange={onChange} blocked={blocked} open={open - 1} />
        </div>
      )}
    </li>
  )
}

type BranchHeadProps = { name: string; value: object; isOpen: boolean; onToggle: () => void }

const BranchHead = ({ name, value, isOpen, onToggle }: BranchHeadProps) => (
  <button
    type="button"
    aria-expanded={isOpen}
    onClick={onToggle}
    className="flex min-h-6 min-w-0 items-center gap-1 rounded-sm pr-1 text-left hover:bg-hover"
  >
    <ChevronRight
      className={cx('size-4 shrink-0 text-muted transition-transform', isOpen && 'rotate-90')}
      aria-hidden
    />
    <Name name={name} />
    <span className="text-xs text-muted">
      {Array.isArray(value) ? counted(value.length, 'item') : counted(Object.keys(value).length, 'key')}
    </span>
  </button>
)

const Name = ({ name }: { name: string }): ReactNode => (
  <span className="font-mono wrap-anywhere text-muted">{name}:</span>
)

const Closed = ({ value, name }: { value: unknown; name: string }) => (
  <span className="inline-flex min-w-0 items-center gap-1 text-muted">
    <LockKeyhole className="size-3.5 shrink-0" aria-hidden />
    <JsonValue label={name} value={value} />
  </span>
)

function AddProperty({ value, path, onChange, blocked }: Omit<BranchProps, 'open'>) {
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const isList = Array.isArray(value)
  const where = String(path.at(-1) ?? '')
  if (!isOpen) {
    return (
      <Button
        size="sm"
        look="plain"
        blocked={blocked}
        aria-label={isList ? `Add an item to ${where}` : `Add a property to ${where}`}
        onClick={() => setOpen(true)}
      >
        <Plus aria-hidden /> Add
      </Button>
    )
  }
  const isTaken = isObject(value) && Object.hasOwn(value, name.trim())
  const close = () => {
    setOpen(false)
    setName('')
  }
  return (
    <div className="flex min-w-0 flex-col gap-2 py-1 pl-5">
      {!isList && (
        <TextField
          mono
          label="Name of the new property"
          value={name}
          onChange={setName}
          error={isTaken ? 'There is one of this name.' : undefined}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <ValueField
        label={isList ? 'New item' : 'Its value'}
        initial=""
        why={!isList && (name.trim() === '' || isTaken) ? 'It needs a name of its own.' : undefined}
        onCancel={close}
        onSet={(next) => {
          onChange([...path, isList ? value.length : name.trim()], next)
          close()
        }}
      />
    </div>
  )
}

type ValueFieldProps = {
  label: string
  initial: string
  why?: string | undefined
  onSet: (value: unknown) => void
  onCancel: () => void
}

/** A value as JSON: `"text"`, `7`, `true`, `{"a": 1}`. */
function ValueField({ label, initial, why, onSet, onCancel }: ValueFieldProps) {
  const [text, setText] = useState(initial)
  const parsed = parseJsonText(text)
  const fault = 'fault' in parsed ? 'A value is written as JSON: "text", 7, true, null, [ ] or { }.' : undefined
  return (
    <div className="flex min-w-0 flex-wrap items-end gap-2">
      <div className="min-w-40 flex-1">
        <TextField
          mono
          label={label}
          value={text}
          onChange={setText}
          error={text === '' ? undefined : fault}
          autoComplete="off"
          spellCheck={false}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onCancel()
            if (event.key !== 'Enter') return
            event.preventDefault()
            if ('value' in parsed && why === undefined) onSet(parsed.value)
          }}
        />
      </div>
      <Button size="sm" look="primary" blocked={why ?? fault} onClick={() => 'value' in parsed && onSet(parsed.value)}>
        Set
      </Button>
      <Button size="sm" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
