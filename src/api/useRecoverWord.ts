import type { StackRef } from '#contract/common.ts'
import { useWhyNot } from './whyNot.ts'

/** The words on a button that leads to a stack's recovery, and why the user can only look at it. */
export type RecoverWord = { word: 'Recover' | 'View recovery'; mayNot: string | undefined }

export function useRecoverWord(ref?: StackRef): RecoverWord {
  const mayNot = useWhyNot('change', ref && { ref })
  return { word: mayNot === undefined ? 'Recover' : 'View recovery', mayNot }
}
