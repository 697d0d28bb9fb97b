import { CopyButton } from './CopyButton.tsx'
import { Mono } from './Mono.tsx'

type Props = { value: string; label: string }

/** A value with its copy button; `label` names the button. */
export const CopyableValue = ({ value, label }: Props) => (
  <span className="inline-flex max-w-full items-center gap-1">
    <Mono>{value}</Mono>
    <CopyButton text={value} label={label} />
  </span>
)
