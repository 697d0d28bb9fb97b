import { queryOptions } from '@tanstack/react-query'

/** What is known of an error's words. The dictionary is large, so it is loaded when an error is shown. */
export const knownErrors = (text: string) =>
  queryOptions({
    queryKey: ['knownErrors', text],
    queryFn: async () => {
      const { recogniseErrors } = await import('#domain/errorDictionary/recogniseErrors.ts')
      return recogniseErrors(text)
    },
    staleTime: Infinity,
  })
