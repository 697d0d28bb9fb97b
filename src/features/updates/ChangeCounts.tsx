import type { UpdateBrief } from '#contract/updates.ts'
import { cx } from '#src/lib/cx.ts'
import { shapeClass, toneClasses } from '#src/ui/tone.ts'
import { counted, number } from '#words/counts.ts'
import { groupCounts } from '#domain/events/opGroups.ts'
import { opLooks } from './operations.ts'

type Props = {
  counts: NonNullable<UpdateBrief['resourceChanges']>
  /** `words` for text, `signs` for rows. */
  look?: 'signs' | 'words'
  /** Number of operations that it left with an unknown outcome: what changed is then not known either. */
  unknown?: number
  /** Counted from the steps that were reported: that nothing changed is not known. */
  isUnsure?: boolean
  /** Of a preview, which changed nothing: its bar is hollow. */
  isPlanned?: boolean
}

/** Hatched: it may have changed, or not. */
const UNKNOWN_PART =
  'bg-[repeating-linear-gradient(135deg,var(--color-attention)_0_2px,var(--color-attention-subtle)_2px_4px)] forced-color-adjust-none'

/** Changes as a bar with counts: `+3 ~1 −2 ?1`. Unchanged resources are counted, not drawn. */
export function ChangeCounts({ counts, look = 'signs', unknown = 0, isUnsure = false, isPlanned = false }: Props) {
  const all = groupCounts(counts)
  const changes = all.filter(({ group }) => group !== 'same')
  const same = all.find(({ group }) => group === 'same')?.count ?? 0
  if (changes.length === 0)
    return (
      <span className="text-muted">
        {isUnsure || unknown > 0 ? 'none recorded' : 'no changes'}
        {unknown > 0 && (
          <>
            {' '}
            <Unknown count={unknown} look={look} />
          </>
        )}
      </span>
    )
  return (
    <span
      className={cx('inline-flex items-center gap-x-2 gap-y-1', look === 'words' ? 'flex-wrap' : 'whitespace-nowrap')}
    >
      <span aria-hidden className={cx('flex h-2 overflow-hidden rounded-full', look === 'words' ? 'w-28' : 'w-12')}>
        {changes.map(({ group, count }) => (
          <span
            key={group}
            className={cx(
              'min-w-1',
              isPlanned
                ? `rounded-full border-[1.5px] border-current ${shapeClass(opLooks[group].tone)}`
                : toneClasses[opLooks[group].tone].fill,
            )}
            style={{ flexGrow: count, flexBasis: 0 }}
          />
        ))}
        {unknown > 0 && <span className={cx('min-w-1', UNKNOWN_PART)} style={{ flexGrow: unknown, flexBasis: 0 }} />}
      </span>
      {changes.map(({ group, count }, index) => (
        <span
          key={group}
          className={cx('font-medium', toneClasses[opLooks[group].tone].text)}
          title={isPlanned ? `would ${opLooks[group].word} ${count}` : `${count} ${opLooks[group].done}`}
        >
          <span aria-hidden={look === 'signs'}>
            {opLooks[group].sign}
            {number(count)}
            {look === 'words' && <span className="font-normal text-ink"> {opLooks[group].word}</span>}
          </span>
          {look === 'signs' && (
            <span className="sr-only">{`${index > 0 ? ', ' : ''}${isPlanned ? `would ${opLooks[group].word} ${count}` : `${count} ${opLooks[group].word}`}`}</span>
          )}
        </span>
      ))}
      {unknown > 0 && <Unknown count={unknown} look={look} isAfter />}
      {look === 'words' && same > 0 && <span className="text-muted">{number(same)} unchanged</span>}
    </span>
  )
}

/** `?3`: operations with an unknown outcome, which are in none of the other counts. */
const Unknown = ({ count, look, isAfter = false }: { count: number; look: 'signs' | 'words'; isAfter?: boolean }) => {
  const words = counted(count, 'operation with an unknown outcome', 'operations with an unknown outcome')
  return (
    <span className="font-medium text-attention" title={words}>
      <span aria-hidden={look === 'signs'}>
        ?{number(count)}
        {look === 'words' && <span className="font-normal text-ink"> unknown</span>}
      </span>
      {look === 'signs' && <span className="sr-only">{`${isAfter ? ', ' : ''}${words}`}</span>}
    </span>
  )
}
