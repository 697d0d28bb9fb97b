import type { ReactNode } from 'react'
import type { ForeignHolder } from '#contract/backends.ts'
import type { Health, StackSummary } from '#contract/stacks.ts'
import { holderNames, VIEW_LOCK } from '#domain/backends/backendNames.ts'
import { isHeldThere } from '#domain/backends/isHeldThere.ts'
import { fullName } from '#domain/stackName.ts'
import { useRunnerName } from '#src/lib/personName.ts'
import { useRecoverWord } from '#src/api/useRecoverWord.ts'
import { counted } from '#words/counts.ts'
import { paths } from '#src/lib/paths.ts'
import { AgentBadge } from '#src/ui/AgentBadge.tsx'
import { Avatar } from '#src/ui/Avatar.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { RefusedIn } from '#src/ui/RefusedIn.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Countdown, Time } from '#src/ui/Time.tsx'
import { ElsewhereMark } from './ElsewhereMark.tsx'
import { healthLooks, HealthStatus } from './HealthStatus.tsx'
import { updateTitle } from './names.ts'
import { StackName } from './StackName.tsx'

/** Healths whose reason says how many operations are pending. */
const COUNTED: ReadonlySet<Health> = new Set(['orphaned', 'pendingCreates', 'pending', 'broken'])

/** The update that is named: the one that left what is unknown, else the last. */
const namedRun = ({ leftBy, lastUpdate }: StackSummary) => leftBy ?? lastUpdate

/** Since when: the start of the running update, the end of the lease, or how and when the named update ended. */
function troubledSince(stack: StackSummary): { what: string; at: number } | undefined {
  const { lease } = stack
  const run = namedRun(stack)
  if (lease)
    return lease.verdict === 'orphaned'
      ? { what: 'interrupted', at: lease.expiresAt }
      : { what: 'started', at: lease.since }
  if (run === null) return undefined
  const { endedAt, createdAt, status } = run
  return endedAt === null
    ? { what: 'started', at: createdAt }
    : { what: status === 'expired' ? 'interrupted' : status, at: endedAt }
}

/** The next step; a failed update is read before anything is done, and who holds a lease before it is released. */
function nextStep(
  { ref, health, lastUpdate, elsewhere }: StackSummary,
  word: string,
): { label: string; to: string; isRecovery?: true } {
  const version = lastUpdate?.version ?? null
  const holder = elsewhere?.holder
  // A holder in a backend comes before everything else: it may still write.
  if (isHeldThere(holder)) return { label: VIEW_LOCK, to: paths.stack(ref) }
  if (health === 'awaitingApproval') return { label: 'Allow or refuse', to: `${paths.stack(ref)}#approval` }
  if (healthLooks[health].action === 'lease') return { label: 'View lease', to: paths.stack(ref) }
  // A file that cannot be read is restored, not repaired.
  const label = health === 'broken' && elsewhere?.stateProblem != null ? undefined : healthLooks[health].step
  if (health === 'failed' && version !== null && label !== undefined) return { label, to: paths.update(ref, version) }
  return { label: label ?? word, to: paths.recover(ref), isRecovery: true }
}

/** `progress`: of its running update. `alarms`: its open ones, in words. */
type Props = {
  stack: StackSummary
  hideOrg?: boolean
  progress?: ReactNode
  alarms?: readonly string[]
  /** Of its button: a list has one primary action, that of its first stack. */
  look?: 'primary' | 'quiet'
}

/** A stack that needs attention: the problem and its cause, who and since when, and the next step. */
export function AttentionItem({ stack, hideOrg = false, progress, alarms = [], look = 'primary' }: Props) {
  const { ref, health, healthReason, pendingCount, pendingCreates, lease, lastUpdate } = stack
  const reason = (health === 'alarm' && alarms.length > 0 ? alarms : [healthReason, ...alarms]).join(' ')
  const since = troubledSince(stack)
  const run = namedRun(stack)
  const holder = stack.elsewhere?.holder
  const held = isHeldThere(holder) ? holder : undefined
  const { word, mayNot } = useRecoverWord(ref)
  const { label, to, isRecovery } = nextStep(stack, word)
  // Any of these could create resources again, or delete live ones.
  const isUpHarmful =
    (pendingCreates > 0 && isRecovery === true && held === undefined) ||
    health === 'unknownOutputs' ||
    alarms.length > 0
  // A refresh or a recovery creates nothing.
  const ranSince = stack.leftBy && lastUpdate?.kind === 'update' ? lastUpdate : undefined
  const pending = pendingCount > 0 && !COUNTED.has(health) && <span>{counted(pendingCount, 'pending operation')}</span>
  return (
    <article aria-label={fullName(ref)} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
          <StackName stack={ref} hideOrg={hideOrg} />
          <HealthStatus
            look={health === 'orphaned' ? 'badge' : 'text'}
            health={health}
            lastKind={lastUpdate?.kind}
            lockWord={holder?.word}
            isInvisible={stack.elsewhere?.isInvisible}
          />
          <ElsewhereMark elsewhere={stack.elsewhere} />
        </div>
        <p className="line-clamp-4 wrap-anywhere text-ink sm:line-clamp-2" title={reason}>
          {reason} {ranSince && `${updateTitle(ranSince)} ran since: there may be a duplicate. `}
          {isUpHarmful && <strong className="font-semibold whitespace-nowrap">Don’t run pulumi up yet. </strong>}
          <RefusedIn until={lease?.decideBy} isSentence />
        </p>
        {progress}
        <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-sm text-muted">
          {held && <HeldBy holder={held} />}
          {held && pending}
          {held && run && <span>last update:</span>}
          {run && <Run stack={stack} run={run} />}
          {since !== undefined && (
            <span>
              {since.what} <Time at={since.at} />
            </span>
          )}
          {!held && pending}
          {lease && lease.verdict !== 'orphaned' && lease.verdict !== 'awaitingApproval' && (
            <span>
              lease expires in <Countdown until={lease.expiresAt} />
            </span>
          )}
        </p>
      </div>
      <LinkButton
        to={to}
        look={isRecovery && mayNot !== undefined ? 'quiet' : look}
        aria-label={`${label} ${fullName(ref)}`}
      >
        {label}
      </LinkButton>
    </article>
  )
}

/** Who holds the stack in its backend, and since when: not the person of its last update. */
const HeldBy = ({ holder }: { holder: ForeignHolder }) => (
  <>
    <span className="text-ink wrap-anywhere">{holderNames(holder)}</span>
    {holder.locks[0] && (
      <span>
        locked <Time at={holder.locks[0].since} />
      </span>
    )}
  </>
)

function Run({ stack: { ref }, run }: { stack: StackSummary; run: NonNullable<StackSummary['lastUpdate']> }) {
  const { by, ci, version, agent } = run
  const name = useRunnerName(by.login, ci)
  return (
    <>
      <span className="inline-flex items-center gap-1.5">
        <Avatar name={name} login={by.login} isBot={ci !== null} />
        {name}
        <AgentBadge agent={agent} />
      </span>
      {version === null ? (
        <span>{updateTitle(run)}</span>
      ) : (
        <TextLink to={paths.update(ref, version)}>{updateTitle(run)}</TextLink>
      )}
    </>
  )
}
