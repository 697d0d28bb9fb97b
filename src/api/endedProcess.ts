import { createContext, useContext, useState } from 'react'
import type { StackRef } from '#contract/common.ts'
import { runName } from '#domain/runName.ts'
import { type LateProcess, useMayStillRun } from './useMayStillRun.ts'

/** The process of an interrupted update that may still run, and whether the user says that it has ended. */
export type EndedProcess = LateProcess & {
  name: string
  hasEnded: boolean
  /** It reported after the user had said so. */
  hasReportedSince: boolean
  setEnded: (hasEnded: boolean) => void
}

export const EndedProcessContext = createContext<EndedProcess | undefined>(undefined)

/** What the user said about the process of the page's stack; undefined if none may still run. */
export const useEndedProcess = (): EndedProcess | undefined => useContext(EndedProcessContext)

/** Keeps what the user says. A process that reports after that has not ended: it is asked again. */
export function useEndedProcessOf(stack: StackRef): EndedProcess | undefined {
  const process = useMayStillRun(stack)
  const [lastReport, setLastReport] = useState<number>()
  if (!process) return undefined
  return {
    ...process,
    name: runName(process.run),
    hasEnded: lastReport !== undefined && process.since <= lastReport,
    hasReportedSince: lastReport !== undefined && process.since > lastReport,
    setEnded: (hasEnded) => setLastReport(hasEnded ? process.since : undefined),
  }
}
