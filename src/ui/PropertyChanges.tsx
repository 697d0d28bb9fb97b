import { cx } from '#src/lib/cx.ts'
import { useDiffLayout } from './diffLayout.ts'
import { JsonValue } from './JsonValue.tsx'
import { shownAs } from './jsonValue.ts'
import { SidesTable } from './SidesTable.tsx'

/** A property that differs; without a value on a side, there is none, or it is not shown. */
type PropertyChange = { path: string; kind: 'added' | 'removed' | 'changed'; was?: unknown; is?: unknown }

type Props = { label: string; changes: readonly PropertyChange[]; heads?: readonly [was: string, is: string] }

const signs = { added: '+', removed: '−', changed: '~' } as const
const words = { added: 'added', removed: 'removed', changed: 'changed' } as const

/**
 * The properties that differ, down to the value, side by side or one above the other. Where one side has none of
 * several, an empty column would only take the room of the other.
 */
export const PropertyChanges = (props: Props) =>
  useDiffLayout() === 'unified' || isOneSided(props.changes) ? <Unified {...props} /> : <SideBySide {...props} />

const isOneSided = (changes: Props['changes']): boolean =>
  changes.length > 1 &&
  (changes.every(({ kind }) => kind === 'added') || changes.every(({ kind }) => kind === 'removed'))

const Unified = ({ label, changes, heads = ['Before', 'After'] }: Props) => (
  <ul
    aria-label={label}
    className="flex min-w-0 flex-col divide-y divide-line sm:max-h-[28rem] sm:overflow-y-auto rounded-md border border-line"
  >
    {changes.map(({ path, kind, was, is }, index) => (
      <li key={`${path} ${index}`} className="min-w-0 px-3 py-1.5">
        <p className="font-mono text-sm wrap-anywhere">
          {path}
          <span className="sr-only">, {words[kind]}</span>
        </p>
        {isSecret(was) && isSecret(is) ? (
          <p className="text-muted">Secret; the stored values differ.</p>
        ) : (
          <>
            {kind !== 'added' && <Line sign="−" tone="bg-danger-subtle" label={`${path}, ${heads[0]}`} value={was} />}
            {kind !== 'removed' && <Line sign="+" tone="bg-ok-subtle" label={`${path}, ${heads[1]}`} value={is} />}
          </>
        )}
      </li>
    ))}
  </ul>
)

const Line = ({ sign, tone, label, value }: { sign: string; tone: string; label: string; value: unknown }) => (
  <div className={cx('flex min-w-0 gap-2 rounded-sm px-2 py-0.5 forced-colors:border-l-2', tone)}>
    <span aria-hidden className="font-mono select-none">
      {sign}
    </span>
    <div className="min-w-0 flex-1">
      {value === undefined ? (
        <span className="text-muted">not shown here</span>
      ) : (
        <JsonValue value={value} label={label} open={0} />
      )}
    </div>
  </div>
)

const SideBySide = ({ label, changes, heads = ['Before', 'After'] }: Props) => (
  <SidesTable
    label={label}
    maxHeight="28rem"
    heads={['Property', ...heads]}
    rows={changes}
    rowKey={({ path }, index) => `${path} ${index}`}
    whatClass="min-w-32 align-top font-mono text-sm wrap-anywhere"
    what={({ path, kind }) => (
      <>
        <span aria-hidden className="text-muted">
          {signs[kind]}&nbsp;
        </span>
        {path}
        <span className="sr-only">, {words[kind]}</span>
      </>
    )}
    sideClass="min-w-28"
    sides={({ path, kind, was, is }) =>
      isSecret(was) && isSecret(is)
        ? 'Secret; the stored values differ.'
        : [
            <Side key="was" label={`${path}, ${heads[0]}`} value={was} isThere={kind !== 'added'} />,
            <Side key="is" label={`${path}, ${heads[1]}`} value={is} isThere={kind !== 'removed'} />,
          ]
    }
  />
)

const isSecret = (value: unknown): boolean => value !== undefined && shownAs(value).kind === 'secret'

function Side({ label, value, isThere }: { label: string; value: unknown; isThere: boolean }) {
  if (!isThere) return <span className="text-muted">none</span>
  if (value === undefined) return <span className="text-muted">not shown here</span>
  return <JsonValue value={value} label={label} open={0} />
}
