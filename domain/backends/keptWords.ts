import type { StackRef } from '#contract/common.ts'
import { OPENED_ORG } from '#contract/openedFiles.ts'

const isOpened = ({ org }: Pick<StackRef, 'org'>): boolean => org === OPENED_ORG

/** Where a reason or a statement about a stack is saved, after *Saved*. */
export const savedWhere = (stack: Pick<StackRef, 'org'>): string =>
  isOpened(stack) ? 'until a reload, in this browser only' : 'with your name in the audit log'

/** Where a version comes from that no update wrote. */
export const originWords = (stack: Pick<StackRef, 'org'>): string =>
  isOpened(stack) ? 'As it was opened' : 'Found in the backend'

/** The same, with what it means. */
export const originInFull = (stack: Pick<StackRef, 'org'>): string =>
  isOpened(stack) ? originWords(stack) : `${originWords(stack)}: no run of its history wrote it`
