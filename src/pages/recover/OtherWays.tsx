import type { StackRef } from '#contract/common.ts'
import type { Diagnosis } from '#contract/recoveries.ts'
import { catalogue } from '#domain/recoveries/catalogue.ts'
import { paths } from '#src/lib/paths.ts'
import { TextLink } from '#src/ui/TextLink.tsx'
import { otherWays, type OtherWay } from './otherWays.ts'

/** Optional recoveries: nothing says that they are needed. */
export function OtherWays({ stack, diagnosis }: { stack: StackRef; diagnosis: Diagnosis }) {
  const { changes, guides } = otherWays(diagnosis)
  return (
    <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
      <Ways title="Edit state" stack={stack} ways={changes} />
      <Ways title="Fix outside the console" stack={stack} ways={guides} />
    </div>
  )
}

const Ways = ({ title, stack, ways }: { title: string; stack: StackRef; ways: readonly OtherWay[] }) => (
  <section className="min-w-0">
    <h3 className="mb-1 font-semibold">{title}</h3>
    <ul className="flex flex-col gap-2">
      {ways.map(({ id, text }) => (
        <li key={id}>
          <TextLink to={paths.recovery(stack, id)}>{catalogue[id].title}</TextLink>
          <p className="text-sm text-muted">{text}</p>
        </li>
      ))}
    </ul>
  </section>
)
