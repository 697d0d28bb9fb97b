const EXAMPLES = [
  { query: 'bucket', what: 'in a name, an ID or a type' },
  { query: 'type:aws:s3/bucket:Bucket', what: 'by type' },
  { query: 'id:sg-0a1b2c', what: 'by ID, or a part of it' },
  { query: 'stack:prod provider:kubernetes', what: 'by provider, in stacks named prod' },
  { query: 'protected:yes', what: 'protected from deletion' },
] as const

/** Example searches as links. */
export const SearchExamples = ({ onPick }: { onPick: (query: string) => void }) => (
  <ul className="mt-2 flex flex-col gap-1 text-left sm:grid sm:grid-cols-[auto_auto] sm:gap-x-4">
    {EXAMPLES.map(({ query, what }) => (
      <li key={query} className="flex flex-wrap items-baseline gap-x-3 sm:contents">
        <button
          type="button"
          onClick={() => onPick(query)}
          className="min-h-6 justify-self-start rounded-sm font-mono text-sm text-accent hover:underline"
        >
          {query}
        </button>
        <span className="text-sm">{what}</span>
      </li>
    ))}
  </ul>
)
