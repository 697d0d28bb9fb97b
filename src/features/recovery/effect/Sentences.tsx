import { useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { number } from '#words/counts.ts'

const FEW = 12

/**
 * Sentences as a list, the first few at first: a plan for a hundred operations has a hundred. The last ones are the
 * summary and always shown.
 */
export function Sentences({ sentences }: { sentences: readonly string[] }) {
  const [isWhole, setWhole] = useState(false)
  const isLong = sentences.length > FEW
  const shown = isWhole || !isLong ? sentences : [...sentences.slice(0, FEW - 3), ...sentences.slice(-3)]
  return (
    <div>
      <ul className="list-disc pl-4">
        {shown.map((sentence) => (
          <li key={sentence} className="wrap-anywhere">
            {sentence}
          </li>
        ))}
      </ul>
      {isLong && (
        <Button size="sm" className="mt-1" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${number(sentences.length)}`}
        </Button>
      )}
    </div>
  )
}
