import { Mark } from '#src/ui/Mark.tsx'

/** Lines of leases from nobody: where they are, how much is left of them, and where renewals came, in percent. */
const LINES = [
  { y: 12, left: 82, ticks: [46, 44] },
  { y: 24, left: 28, ticks: [45, 41, 38], dash: '10 5' },
  { y: 36, left: 64, ticks: [43] },
  { y: 64, left: 93, ticks: [] },
  { y: 76, left: 9, ticks: [47, 45, 42] },
  { y: 88, left: 55, ticks: [44, 40] },
] as const

/** Beside the form: what the product is about, as a picture. Leases are lines; one of them is made fast to the posts of the mark. */
export const LeasePanel = () => (
  <div aria-hidden className="relative overflow-clip border-r border-line bg-surface max-lg:hidden">
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="absolute inset-0 size-full">
      {LINES.map(({ y, left, ticks, ...look }) => (
        <g key={y} fill="none" stroke="currentColor" className="text-line-strong">
          <path d={`M0 ${y}H100`} className="text-line" stroke="currentColor" vectorEffect="non-scaling-stroke" />
          <path
            d={`M0 ${y}H${left}`}
            strokeWidth="2"
            strokeDasharray={'dash' in look ? look.dash : undefined}
            vectorEffect="non-scaling-stroke"
          />
          {ticks.map((tick) => (
            <path key={tick} d={`M${tick} ${y}v1`} vectorEffect="non-scaling-stroke" />
          ))}
        </g>
      ))}
    </svg>
    {/* The line meets the mark's own, which starts 0.5 of 24 from its left, in its middle. */}
    <div className="absolute top-1/2 left-0 h-1.5 w-[calc(50%-4.25rem)] -translate-y-1/2 bg-accent" />
    <Mark line={1} className="absolute top-1/2 left-1/2 size-36 -translate-1/2" />
  </div>
)
