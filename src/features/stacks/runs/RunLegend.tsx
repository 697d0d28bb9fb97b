import type { RunMark } from '#contract/runs.ts'
import { RunBar } from './RunBar.tsx'
import { resultOf, resultWords } from './runs.ts'

const HEIGHT = 14
const WIDTH = 5

/** The bars of the results that are among the runs. */
export const RunLegend = ({ runs }: { runs: readonly RunMark[] }) => (
  <ul aria-label="Legend" className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
    {Object.entries(resultWords).map(([result, word]) => {
      const run = runs.find((each) => resultOf(each) === result)
      return (
        run && (
          <li key={result} className="inline-flex items-center gap-1.5">
            <svg aria-hidden width={WIDTH} height={HEIGHT} className="pointer-events-none">
              <RunBar run={run} share={0.6} area={HEIGHT} x={0} width={WIDTH} />
            </svg>
            {word}
          </li>
        )
      )
    })}
  </ul>
)
