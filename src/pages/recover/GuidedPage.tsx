import { useSuspenseQuery } from '@tanstack/react-query'
import type { StackRef } from '#contract/common.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { catalogue } from '#domain/recoveries/catalogue.ts'
import { troubleOf } from '#src/api/http/problem.ts'
import { recoveryQueries } from '#src/api/recoveries.ts'
import { ChooseOptions, NOTHING_WRONG } from '#src/features/recovery/change/ChooseOptions.tsx'
import { EvidenceList } from '#src/features/recovery/effect/EvidenceDetails.tsx'
import { GuideView } from '#src/features/recovery/GuideView.tsx'
import { Linked, Meaning } from '#src/features/recovery/effect/Linked.tsx'
import { useHasBegun } from '#src/features/recovery/wizard/useHasBegun.ts'
import { NothingToDecide } from '#src/features/recovery/wizard/NothingToDecide.tsx'
import { named } from '#domain/recoveries/named.ts'
import { plainText } from '#words/plainText.ts'
import { visibleText } from '#words/visible.ts'

/** A guided recovery: a wizard if a browser can do it, a guide for what is done elsewhere, or both. */
export function GuidedPage({ stack, recovery }: { stack: StackRef; recovery: RecoveryId }) {
  const { data: diagnosis } = useSuspenseQuery(recoveryQueries.diagnosis(stack))
  const { data: options, ...looked } = useSuspenseQuery(recoveryQueries.options(stack, recovery))
  const { finding, problems, guide } = options
  const isReadOnly = diagnosis.findings.some((each) => each.recovery === 'upgrade-cli')
  const guided = guide && (
    <GuideView
      stack={stack}
      guide={guide}
      lookedAt={looked.dataUpdatedAt}
      onLook={() => void looked.refetch()}
      isLooking={looked.isFetching}
      trouble={looked.error ? troubleOf(looked.error).detail : undefined}
    />
  )
  const hasBegun = useHasBegun(problems.length)
  if (hasBegun)
    return <ChooseOptions stack={stack} options={options} diagnosis={diagnosis} guide={guided ?? undefined} />
  if (!guided) return <NothingToDecide stack={stack} recovery={recovery} words={NOTHING_WRONG} />
  return (
    <section aria-labelledby="guide" className="flex min-w-0 flex-col gap-4">
      <h2 id="guide" className="text-xl font-semibold wrap-anywhere">
        {finding ? (guide?.title ?? visibleText(plainText(finding.title))) : catalogue[recovery].title}
      </h2>
      {finding ? (
        <div className="flex flex-col gap-2">
          <Meaning stack={stack} finding={finding} isStrong />
          <EvidenceList evidence={finding.evidence} />
        </div>
      ) : (
        <p className="max-w-prose text-muted">
          {isReadOnly ? (
            <Linked
              stack={stack}
              text={`Nothing can be changed here: this console cannot edit the state, see ${named('upgrade-cli')}.`}
            />
          ) : (
            'This stack is not affected.'
          )}{' '}
          If it happens:
        </p>
      )}
      {guided}
    </section>
  )
}
