import { useEffect } from 'react'
import { create } from 'zustand'

/** What the window's title and icon show besides the page's name. */
export type DocumentMark = { words: string; icon: 'running' | 'attention' | 'succeeded' | 'failed' }

/** `mark` is the page's own; `elsewhere` is what a page without one shows: something on another page calls the user. */
export const useDocumentMarks = create<{ mark: DocumentMark | undefined; elsewhere: DocumentMark | undefined }>()(
  () => ({ mark: undefined, elsewhere: undefined }),
)

/** Marks the document while the page is shown: `7 of 52` in the title, a dot on the icon. */
export const useDocumentMark = (mark: DocumentMark | undefined): void => useMark('mark', mark)

/** Marks the document for what waits on another page, unless the page has a mark of its own. */
export const useMarkElsewhere = (mark: DocumentMark | undefined): void => useMark('elsewhere', mark)

function useMark(name: 'mark' | 'elsewhere', mark: DocumentMark | undefined): void {
  const { words, icon } = mark ?? {}
  useEffect(() => {
    useDocumentMarks.setState({ [name]: words === undefined || icon === undefined ? undefined : { words, icon } })
    return () => useDocumentMarks.setState({ [name]: undefined })
  }, [name, words, icon])
}
