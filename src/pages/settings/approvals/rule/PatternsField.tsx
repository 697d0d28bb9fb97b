import { LongText } from '#src/ui/LongText.tsx'

type Props = {
  label: string
  hint?: string
  value: string
  onChange: (text: string) => void
  error?: string | undefined
}

/** Patterns, one a line. It grows with them up to a few lines, then it scrolls. */
export const PatternsField = (props: Props) => (
  <LongText
    {...props}
    rows={1}
    maxLength={60_000}
    autoCapitalize="none"
    autoComplete="off"
    spellCheck={false}
    className="field-sizing-content h-auto! max-h-32 min-h-8! font-mono wrap-anywhere"
  />
)
