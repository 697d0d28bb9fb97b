import type { StackRef } from '#contract/common.ts'
import type { Lease } from '#contract/leases.ts'
import { isProbablyGone } from '#domain/lease/lease.ts'
import { fullName } from '#domain/stackName.ts'
import { useRecoverWord } from '#src/api/useRecoverWord.ts'
import { paths } from '#src/lib/paths.ts'
import type { ButtonSize } from '#src/ui/buttonLook.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'

type Props = {
  lease: Lease
  /** Its steps are the next that are refused, if nobody decides. */
  isNext: boolean
  /** The most urgent of its list. */
  isMain: boolean
  size?: ButtonSize
}

/** What to do about a lease that does not go on by itself. */
export function LeaseStep({ lease: { stack, verdict, refused }, isNext, isMain, size = 'md' }: Props) {
  if (verdict === 'awaitingApproval') {
    const look = isNext ? 'primary' : 'quiet'
    return <Step stack={stack} to={`${paths.stack(stack)}#approval`} label="Allow or refuse" {...{ look, size }} />
  }
  if (verdict !== 'orphaned' && !isProbablyGone(verdict)) return null
  return <ToRecovery stack={stack} look={isMain || refused.length > 0 ? 'primary' : 'quiet'} size={size} />
}

type StepProps = { stack: StackRef; look: 'primary' | 'quiet'; size: ButtonSize }

function ToRecovery({ stack, look, size }: StepProps) {
  const { word, mayNot } = useRecoverWord(stack)
  return (
    <Step
      stack={stack}
      to={paths.recover(stack)}
      label={word}
      look={mayNot === undefined ? look : 'quiet'}
      size={size}
    />
  )
}

const Step = ({ stack, to, label, look, size }: StepProps & { to: string; label: string }) => (
  <LinkButton to={to} look={look} size={size} aria-label={`${label} ${fullName(stack)}`} className="self-start">
    {label}
  </LinkButton>
)
