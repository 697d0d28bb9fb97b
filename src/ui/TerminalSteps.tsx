import type { ReactNode } from 'react'
import { TerminalLines } from './TerminalLines.tsx'

export type TerminalStep = {
  text: ReactNode
  commands: readonly string[]
  /** What the commands need, beside them. */
  needs?: string | undefined
  /** What is done on the page instead: a button or a link. */
  action?: ReactNode
  /** Ways to do it, of which one is enough. */
  oneOf?: readonly { text: ReactNode; commands: readonly string[] }[]
}

/** Steps in order, each with its commands or its action, if any. */
export const TerminalSteps = ({ steps }: { steps: readonly TerminalStep[] }) => (
  <ol className="flex flex-col gap-4">
    {steps.map(({ text, commands, needs, action, oneOf }, index) => (
      <li key={index} className="grid min-w-0 grid-cols-[1.5rem_minmax(0,1fr)] gap-x-2">
        <span className="font-semibold text-muted tabular-nums" aria-hidden>
          {index + 1}.
        </span>
        <div className="flex min-w-0 flex-col gap-1.5">
          <p className="max-w-prose wrap-anywhere">{text}</p>
          {action !== undefined && <div>{action}</div>}
          {needs !== undefined && (
            <p className="max-w-prose text-sm font-medium text-attention wrap-anywhere">{needs}</p>
          )}
          {commands.length > 0 && <TerminalLines lines={commands} />}
          {oneOf !== undefined && <OneOf ways={oneOf} />}
        </div>
      </li>
    ))}
  </ol>
)

/** The ways to do a step, with bullets: they are no sequence. */
export const OneOf = ({ ways }: { ways: NonNullable<TerminalStep['oneOf']> }) => (
  <ul className="flex flex-col gap-2">
    {ways.map(({ text, commands }, index) => (
      <li key={index} className="grid min-w-0 grid-cols-[0.75rem_minmax(0,1fr)] gap-x-1">
        <span aria-hidden>•</span>
        <div className="flex min-w-0 flex-col gap-1.5">
          <p className="max-w-prose wrap-anywhere">{text}</p>
          {commands.length > 0 && <TerminalLines lines={commands} />}
        </div>
      </li>
    ))}
  </ul>
)
