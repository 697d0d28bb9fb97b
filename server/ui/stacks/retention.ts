import type { Retention, RetentionOfStack } from '#contract/retention.ts'
import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import { ApiError } from '../../http/apiError.ts'
import { refOf } from '../../core/stacks/names.ts'
import { requireOrganization } from '../../core/stacks/organizations.ts'
import type { StackPlan } from '../../core/stacks/retention.ts'
import { planAll, retentionOf, runListed, setRetention } from '../../core/stacks/retentionRuns.ts'
import { type Handlers, whoOf } from '../handlers.ts'

type RetentionHandlers = Pick<Handlers, 'retentionView' | 'retentionChange' | 'retentionPreview' | 'retentionRun'>

/** Handles the retention of versions: its settings, what a rule would remove, and the removal. */
export function retentionHandlers(deps: Deps): RetentionHandlers {
  const required = (org: string) => deps.store.read((reader) => requireOrganization(reader, org))

  async function view(org: string): Promise<Retention> {
    await required(org)
    const setting = await deps.store.read((reader) => retentionOf(reader, org))
    const { rule = null, changedAt = null, changedBy = null, lastRun = null } = setting ?? {}
    return { rule, changedAt, changedBy, lastRun }
  }

  return {
    retentionView: ({ params }) => view(params.org),

    async retentionChange({ params: { org }, body: { rule } }, call) {
      await required(org)
      await setRetention(deps, org, rule, whoOf(call))
      return view(org)
    },

    async retentionPreview({ params, query: { keepNewest = null, keepDays = null } }) {
      await required(params.org)
      if (keepNewest === null && keepDays === null)
        throw new ApiError('bad_request', 'Say how many versions to keep, or how long.')
      const at = await deps.store.now()
      const rule = { keepNewest, keepDays }
      const plans = await planAll(deps, params.org, rule, at)
      const stacks = plans.filter(({ passedOver }) => passedOver === undefined).map(toListed)
      return {
        at,
        rule,
        stacks,
        versions: stacks.reduce((sum, { versions }) => sum + versions, 0),
        bytes: stacks.reduce((sum, { bytes }) => sum + bytes, 0),
        passedOver: plans.flatMap(({ stack, passedOver: reason }) =>
          reason === undefined ? [] : [{ ref: refOf(stack), reason }],
        ),
      }
    },

    async retentionRun({ params: { org }, body }, call) {
      await required(org)
      if (body.confirm !== org) throw new DomainError({ kind: 'notConfirmed', expected: org })
      if (body.at > (await deps.store.now()))
        throw new ApiError('bad_request', 'The preview is of a moment that has not come yet.')
      const { run, changed } = await runListed(deps, org, body, whoOf(call))
      return { run, changed: changed.map(refOf) }
    },
  }
}

function toListed({ stack, states }: StackPlan): RetentionOfStack {
  const versions = states.map(({ version }) => version)
  return {
    id: stack.id,
    ref: refOf(stack),
    deletedAt: stack.deletedAt,
    versions: states.length,
    bytes: states.reduce((sum, { bytes }) => sum + bytes, 0),
    from: Math.min(...versions),
    to: Math.max(...versions),
  }
}
