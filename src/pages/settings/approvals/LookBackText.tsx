import type { ApprovalRule, LookBack } from '#contract/approvals.ts'
import { stepText } from '#domain/approvals/words.ts'
import { paths } from '#src/lib/paths.ts'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Time } from '#src/ui/Time.tsx'
import { cx } from '#src/lib/cx.ts'
import { lookBackWords } from './lookBackWords.ts'

type Props = { rule: ApprovalRule; lookBack: LookBack }

/** What a rule would have refused or held on this server, with the latest steps. */
export function LookBackText({ rule, lookBack }: Props) {
  const found = lookBack.rules.find((one) => one.rule === rule.id)
  if (found === undefined) return null
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className={cx(found.steps > 0 ? 'font-medium text-ink' : 'text-muted')}>
        {lookBackWords(rule, lookBack, found)}
      </p>
      {found.examples.length > 0 && (
        <Disclosure summary={found.steps === found.examples.length ? 'Which ones' : 'The latest ones'}>
          <ul className="flex flex-col gap-1 text-sm">
            {found.examples.map((example, index) => (
              <li key={index} className="wrap-anywhere">
                <Run example={example} /> {stepText(example)}, <Time at={example.at} />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  )
}

function Run({ example: { stack, version } }: { example: LookBack['rules'][number]['examples'][number] }) {
  const name = `${stack.project}/${stack.stack}`
  if (version === null) return <span>{name}:</span>
  return (
    <>
      <TextLink to={paths.update(stack, version)}>
        {name}, update {version}
      </TextLink>
      :
    </>
  )
}
