import type { ReactNode } from 'react'
import LockOpen from 'lucide-react/icons/lock-open'
import Siren from 'lucide-react/icons/siren'
import type { StackRef } from '#contract/common.ts'
import type { ForeignHolder, ForeignLock, KeptElsewhere } from '#contract/backends.ts'
import type { PendingItem } from '#contract/recoveries.ts'
import {
  holderNames,
  isCalm,
  isProbablyOver,
  isRemovalNext,
  LOCK_TONES,
  lockOwner,
} from '#domain/backends/backendNames.ts'
import { whyNot } from '#domain/backends/capabilities.ts'
import { lockAdvice, lockBans } from '#domain/backends/lockFinding.ts'
import { shortType } from '#domain/state/shortType.ts'
import { cx } from '#src/lib/cx.ts'
import { paths } from '#src/lib/paths.ts'
import { Ban } from '#src/ui/Ban.tsx'
import { Card } from '#src/ui/Card.tsx'
import { FigureHead } from '#src/ui/FigureHead.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { toneClasses } from '#src/ui/tone.ts'
import { counted, plural } from '#words/counts.ts'
import { Shortened } from '../Shortened.tsx'
import { LockClock } from './LockClock.tsx'
import { LockOwner, RunsFacts } from './LockFacts.tsx'
import { LockStatus } from './LockStatus.tsx'
import { RemoveLock } from './RemoveLock.tsx'

type Operation = Pick<PendingItem, 'key' | 'type' | 'name' | 'resourceType'>

type Props = {
  stack: StackRef
  elsewhere: KeptElsewhere
  /** What is, or was, in flight; undefined until it was read. */
  operations?: readonly Operation[] | undefined
  /** The head of the page has the word. */
  isWordAbove?: boolean
  actions?: ReactNode
}

/** More operations than this are shown on request. */
const FEW = 5

/** Who holds a stack that is kept in a connected backend: its lock files, judged by evidence, in the place of a lease. */
export function LockCard({ stack, elsewhere, operations = [], isWordAbove = false, actions }: Props) {
  const { holder } = elsewhere
  if (holder === null) return <FreeCard elsewhere={elsewhere} actions={actions} />
  const [lock] = holder.locks
  const isOne = holder.locks.length === 1
  const bans = lockBans(holder, operations.filter(({ type }) => type === 'creating').length)
  // Who may be gone is known: what to do comes before the evidence, and the way out before the facts.
  const isOver = isRemovalNext(holder)
  const facts = <RunsFacts holder={holder} seenAt={elsewhere.seenAt} withAge={!isOver} />
  const inFlight = <InFlight stack={stack} holder={holder} operations={operations} />
  const removal = lock && isOne && (
    <RemoveLock
      stack={stack}
      elsewhere={elsewhere}
      lock={lock}
      inFlight={holder.inFlight}
      isOpen={isOver}
      saysCancel={bans.length === 0}
    />
  )
  return (
    <Card
      title="Lock"
      actions={
        <>
          {actions}
          {!isWordAbove && <LockStatus word={holder.word} look="badge" />}
        </>
      }
      padding="none"
    >
      <FigureHead
        figure={lock && <LockClock since={lock.since} usualS={holder.usualS} tone={LOCK_TONES[holder.word]} />}
        title={<Holding holder={holder} />}
        className={!isCalm(holder.word) && toneClasses[LOCK_TONES[holder.word]].subtle}
      >
        {isOver && <p className="font-semibold text-ink wrap-anywhere">{lockAdvice(holder)}</p>}
        <p className={cx('font-medium wrap-anywhere', toneClasses[LOCK_TONES[holder.word]].text)}>{holder.evidence}</p>
        {bans.map((ban) => (
          <Ban key={ban}>{ban}</Ban>
        ))}
        {!isOver && !isCalm(holder.word) && holder.word !== 'unlockedWriter' && (
          <p className="text-ink wrap-anywhere">{lockAdvice(holder)}</p>
        )}
        <p className="text-sm text-muted">{whyNot(elsewhere.kind, 'lease')}</p>
      </FigureHead>
      {holder.word === 'unlockedWriter' && <UnlockedWriter />}
      {holder.locks.length > 1 && (
        <EachLock stack={stack} elsewhere={elsewhere} holder={holder} saysCancel={bans.length === 0} />
      )}
      <div className="@container border-t border-line p-4">
        <div
          className={cx(
            'grid items-start gap-x-8 gap-y-4',
            isOver ? '@4xl:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]' : '@2xl:grid-cols-2',
          )}
        >
          {isOver && removal}
          <div className="flex min-w-0 flex-col gap-4">
            {lock && isOne ? <LockOwner lock={lock} withAge={false} /> : facts}
            {isOver && facts}
            {isOver && inFlight}
          </div>
          {!isOver && (
            <div className="flex min-w-0 flex-col gap-4">
              {isOne && facts}
              {inFlight}
            </div>
          )}
        </div>
        {!isOver && removal && <div className="mt-4">{removal}</div>}
      </div>
    </Card>
  )
}

function FreeCard({ elsewhere, actions }: Pick<Props, 'elsewhere' | 'actions'>) {
  return (
    <Card title="Lock" actions={actions}>
      <div className="flex items-start gap-3">
        <LockOpen className="mt-0.5 size-5 shrink-0 text-muted" aria-hidden />
        <div className="flex min-w-0 flex-col gap-1">
          <p className="text-ink">There is no lock file.</p>
          <p className="text-sm text-muted">
            {whyNot(elsewhere.kind, 'lease')} Previews and <code>pulumi watch</code> take none.
          </p>
        </div>
      </div>
    </Card>
  )
}

/** Who holds it, as a file says; its name is nothing that Holdfast has checked. */
function Holding({ holder }: { holder: ForeignHolder }) {
  const { locks, lockCount } = holder
  const [lock] = locks
  if (lock === undefined) return <>There is no lock file.</>
  if (locks.length > 1)
    return (
      <span className="wrap-anywhere">
        Locked by <strong className="font-semibold">{holderNames(holder)}</strong>
        {lockCount > locks.length && `; ${counted(lockCount, 'lock file')} in all`}
      </span>
    )
  return <LockName lock={lock} />
}

function LockName({ lock }: { lock: ForeignLock }) {
  const owner = lockOwner(lock)
  if (owner === null) return <>The lock file does not say who took it</>
  return (
    <span className="wrap-anywhere">
      <strong className="font-semibold">{owner}</strong> took the lock
    </span>
  )
}

const UnlockedWriter = () => (
  <div className="px-4 pb-3">
    <Notice tone="danger" Icon={Siren} title="Two updates may write at the same time" announce="none">
      Someone removed the lock of a running update, which does not stop it. Start nothing on this stack before you have
      found and ended that process, or it has finished.
    </Notice>
  </div>
)

/** What was in flight, by the pending operations of the state. */
const InFlight = ({
  stack,
  holder: { inFlight, word },
  operations,
}: {
  stack: StackRef
  holder: ForeignHolder
  operations: readonly Operation[]
}) => (
  <section>
    <h3 className="mb-1 font-semibold">{isCalm(word) ? 'In flight' : 'Left in flight'}</h3>
    {inFlight === 0 ? (
      <p className="text-muted">The state has no pending operations.</p>
    ) : (
      <p>
        <TextLink to={paths.recover(stack)}>{counted(inFlight, 'pending operation')}</TextLink>{' '}
        {isCalm(word)
          ? `in the state: the run has not recorded ${plural(inFlight, 'its', 'their')} outcome yet.`
          : plural(inFlight, 'in the state: its outcome is unknown.', 'in the state: their outcome is unknown.')}
      </p>
    )}
    {operations.length > 0 && (
      <Shortened
        label="Operations in flight"
        items={operations}
        few={FEW}
        keyOf={({ key }) => key}
        render={({ type, name, resourceType }) => (
          <span className="wrap-anywhere">
            <span className="text-muted">{type}</span> <strong className="font-semibold">{name}</strong>{' '}
            <span className="text-sm text-muted" title={resourceType}>
              {shortType(resourceType)}
            </span>
          </span>
        )}
      />
    )}
  </section>
)

type EachProps = Pick<Props, 'stack' | 'elsewhere'> & { holder: ForeignHolder; saysCancel: boolean }

const EachLock = ({ stack, elsewhere, holder, saysCancel }: EachProps) => (
  <ul aria-label="Locks" className="divide-y divide-line border-t border-line">
    {holder.locks.map((lock) => (
      <li key={lock.key} className="flex flex-col gap-2 px-4 py-3">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <LockName lock={lock} />
          <LockStatus word={lock.word} />
        </div>
        <p className="text-sm text-muted wrap-anywhere">{lock.evidence}</p>
        <LockOwner lock={lock} />
        <RemoveLock
          stack={stack}
          elsewhere={elsewhere}
          lock={lock}
          inFlight={holder.inFlight}
          isOneOfSeveral
          saysCancel={saysCancel}
          isOpen={isProbablyOver(lock.word)}
        />
      </li>
    ))}
  </ul>
)
