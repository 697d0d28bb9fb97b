import type { StackRef } from '#contract/common.ts'
import type { Diagnosis } from '#contract/recoveries.ts'
import { catalogue } from '#domain/recoveries/catalogue.ts'
import { paths } from '#src/lib/paths.ts'
import { TextLink } from '#src/ui/TextLink.tsx'
import { otherRecoveries, type OtherRecovery } from './otherRecoveries.ts'

/** Optional recoveries: nothing says that they are needed. */
export function OtherRecoveries({ stack, diagnosis }: { stack: StackRef; diagnosis: Diagnosis }) {
  const { changes, guides } = otherRecoveries(diagnosis)
  return (
    <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
      <Section title="Edit state" stack={stack} recoveries={changes} />
      <Section title="Fix outside the console" stack={stack} recoveries={guides} />
    </div>
  )
}

const Section = ({
  title,
  stack,
  recoveries,
}: {
  title: string
  stack: StackRef
  recoveries: readonly OtherRecovery[]
}) => (
  <section className="min-w-0">
    <h3 className="mb-1 font-semibold">{title}</h3>
    <ul className="flex flex-col gap-2">
      {recoveries.map(({ id, text }) => (
        <li key={id}>
          <TextLink to={paths.recovery(stack, id)}>{catalogue[id].title}</TextLink>
          <p className="text-sm text-muted">{text}</p>
        </li>
      ))}
    </ul>
  </section>
)
