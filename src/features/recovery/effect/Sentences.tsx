import { ShowAll, useFirst } from '#src/ui/ShowAll.tsx'

const FEW = 12

/**
 * Sentences as a list, the first few at first: a plan for a hundred operations has a hundred. The last ones are the
 * summary and always shown.
 */
export function Sentences({ sentences }: { sentences: readonly string[] }) {
  const { shown: first, toggle } = useFirst(sentences, FEW)
  const shown = toggle?.isWhole === false ? [...first.slice(0, -3), ...sentences.slice(-3)] : first
  return (
    <div>
      <ul className="list-disc pl-4">
        {shown.map((sentence) => (
          <li key={sentence} className="wrap-anywhere">
            {sentence}
          </li>
        ))}
      </ul>
      {toggle && <ShowAll {...toggle} className="mt-1" />}
    </div>
  )
}
