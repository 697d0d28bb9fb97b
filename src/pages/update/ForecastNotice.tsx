import Hand from 'lucide-react/icons/hand'
import type { Forecast } from '#contract/approvals.ts'
import type { StackRef } from '#contract/common.ts'
import { forecastTitle } from '#domain/approvals/words.ts'
import { urnName } from '#domain/state/urn.ts'
import { paths } from '#src/lib/paths.ts'
import { Mono } from '#src/ui/Mono.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { ShowAll, useFirst } from '#src/ui/ShowAll.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { counted, plural } from '#words/counts.ts'

/** Steps of one rule that are named at first. */
const FEW = 5

type Props = { stack: StackRef; forecast: readonly Forecast[] }

/** Which steps of a preview rules would refuse or hold if its update ran now. */
export function ForecastNotice({ stack, forecast }: Props) {
  const refuses = forecast.some(({ action }) => action === 'refuse')
  const byRule = Map.groupBy(forecast, ({ rule, action }) => `${rule.id} ${action}`)
  return (
    <Notice tone={refuses ? 'attention' : 'waiting'} Icon={Hand} title={forecastTitle(forecast)}>
      <div className="flex flex-col gap-2">
        <p>
          If the same user ran this update now,{' '}
          {refuses
            ? 'a step that is refused would fail, and the update with it.'
            : `it would wait at ${plural(forecast.length, 'this step', 'each of these steps')}.`}
        </p>
        <ul className="flex flex-col gap-2" aria-label="Rules that would stop a step">
          {[...byRule].map(([key, steps]) => (
            <li key={key}>
              <OfRule stack={stack} steps={steps} />
            </li>
          ))}
        </ul>
      </div>
    </Notice>
  )
}

/** What one rule would do, and to which steps. */
function OfRule({ stack, steps }: { stack: StackRef; steps: readonly Forecast[] }) {
  const { shown, toggle } = useFirst(steps, FEW)
  const [first] = steps
  if (first === undefined) return null
  return (
    <>
      <p>
        The rule <strong className="font-semibold">“{first.rule.name}”</strong>{' '}
        {first.action === 'refuse' ? 'refuses' : 'stops'} {plural(steps.length, 'this step', 'these steps')}
        {first.action === 'hold' && ` until ${plural(steps.length, 'it is', 'they are')} allowed`}:
      </p>
      <ul aria-label={first.rule.name}>
        {shown.map((step) => (
          <li key={step.urn} className="flex flex-wrap items-baseline gap-x-2 py-0.5">
            <span className="text-muted">{step.step}</span>
            <Name stack={stack} step={step} />
            <Mono className="text-muted">{step.type}</Mono>
            {step.steps > 1 && <span className="basis-full text-muted">{restWords(step)}</span>}
          </li>
        ))}
      </ul>
      {toggle && <ShowAll {...toggle} look="plain" className="-ml-2" />}
    </>
  )
}

/** A rule that counts steps decides about all from one on. */
const restWords = ({ action, steps }: Forecast): string =>
  `${action === 'hold' ? 'asked once, for' : 'with'} the ${counted(steps, 'step')} from here on`

/** What does not exist yet has no page. */
const Name = ({ stack, step: { step, urn } }: { stack: StackRef; step: Forecast }) =>
  step === 'create' || step === 'import' ? (
    <strong className="font-medium wrap-anywhere" title={urn}>
      {urnName(urn)}
    </strong>
  ) : (
    <TextLink to={paths.resources(stack, { urn })} title={urn} className="font-medium wrap-anywhere">
      {urnName(urn)}
    </TextLink>
  )
