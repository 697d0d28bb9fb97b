import { useQuery } from '@tanstack/react-query'
import type { ConfirmationLevel } from '#contract/recoveries.ts'
import type { StackRef } from '#contract/common.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { levelWords } from '../words.ts'
import { writtenByFile } from './writtenByFile.ts'

/** How a recovery ends: what is required to confirm it, or that nothing is written here. */
export function useLevelWords(stack: StackRef): (level: ConfirmationLevel) => { label: string; words: string } {
  const { data } = useQuery({ ...stackQueries.detail(stack), enabled: false })
  return (level) =>
    writtenByFile(data?.elsewhere)
      ? { label: 'Result', words: 'a state file and the commands to import it; Holdfast writes nothing' }
      : { label: 'To confirm', words: levelWords(level, stack) }
}
