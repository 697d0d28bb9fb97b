import { queryOptions } from '@tanstack/react-query'

/** Explanations of known errors. The dictionary is large, so it is loaded when an error is shown. */
export const knownErrors = (text: string) =>
  queryOptions({
    queryKey: ['knownErrors', text],
    queryFn: async () => {
      const { recogniseErrors } = await import('#domain/errorDictionary/recogniseErrors.ts')
      return recogniseErrors(text)
    },
    staleTime: Infinity,
  })
