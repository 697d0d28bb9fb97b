import { useEffect } from 'react'
import { create } from 'zustand'

/** What the window's title and icon show besides the page's name. */
export type DocumentMark = { words: string; icon: 'running' | 'attention' | 'succeeded' | 'failed' }

/** Clears the mark. */
export const useDocumentMarks = create<{ mark: DocumentMark | undefined }>()(() => ({ mark: undefined }))

/** Marks the document while the page is shown: `7 of 52` in the title, a dot on the icon. */
export function useDocumentMark(mark: DocumentMark | undefined): void {
  const { words, icon } = mark ?? {}
  useEffect(() => {
    useDocumentMarks.setState({ mark: words === undefined || icon === undefined ? undefined : { words, icon } })
    return () => useDocumentMarks.setState({ mark: undefined })
  }, [words, icon])
}
