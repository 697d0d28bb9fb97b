import type { ReactNode } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { MaintenanceLock } from '#contract/locks.ts'
import type { Diagnosis } from '#contract/recoveries.ts'
import { catalogue } from '#domain/recoveries/catalogue.ts'
import { usePersonName } from '#src/lib/personName.ts'
import { paths } from '#src/lib/paths.ts'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Countdown } from '#src/ui/Time.tsx'
import { otherRecoveries, type OtherRecovery } from './otherRecoveries.ts'

type Props = { stack: StackRef; diagnosis: Diagnosis; lock: MaintenanceLock | undefined }

/** Optional recoveries: nothing says that they are needed. A lock of someone else blocks those that write. */
export function OtherRecoveries({ stack, diagnosis, lock }: Props) {
  const { changes, guides } = otherRecoveries(diagnosis)
  return (
    <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
      <Section
        title="Edit state"
        stack={stack}
        recoveries={changes}
        blocked={lock && changes.length > 0 && <BlockedBy lock={lock} />}
      />
      <Section title="Fix outside the console" stack={stack} recoveries={guides} />
    </div>
  )
}

const BlockedBy = ({ lock: { holder, until } }: { lock: MaintenanceLock }) => (
  <p className="mb-2 text-attention">
    Blocked until {usePersonName(holder.login)}’s lock ends (<Countdown until={until} over="in a moment" />) or you
    break it.
  </p>
)

type SectionProps = {
  title: string
  stack: StackRef
  recoveries: readonly OtherRecovery[]
  /** What stands in the way of all of them; their pages can be read. */
  blocked?: ReactNode
}

const Section = ({ title, stack, recoveries, blocked }: SectionProps) => (
  <section className="min-w-0">
    <h2 className="mb-1 font-semibold">{title}</h2>
    {blocked}
    <ul className="flex flex-col gap-2">
      {recoveries.map(({ id, text }) => (
        <li key={id}>
          <TextLink to={paths.recovery(stack, id)} className={blocked ? 'text-muted!' : undefined}>
            {catalogue[id].title}
          </TextLink>
          <p className="text-sm text-muted">{text}</p>
        </li>
      ))}
    </ul>
  </section>
)
