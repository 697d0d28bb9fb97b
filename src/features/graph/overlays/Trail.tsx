type Props = {
  /** The name of the whole, then of the groups that fill most of the view, outermost first. */
  names: readonly string[]
  /** -1 for the whole. */
  onGo: (group: number) => void
}

/** The way into the groups in view, to go back by. */
export function Trail({ names, onGo }: Props) {
  return (
    <p className="absolute bottom-2 left-2 flex max-w-[90%] items-center gap-1 truncate rounded-md border border-line bg-surface px-2 py-1 text-sm text-muted">
      {names.map((name, i) => {
        const isLast = i === names.length - 1
        return (
          <span key={i} className="flex min-w-0 items-center gap-1">
            {i > 0 && <span>›</span>}
            <span
              className={
                isLast ? 'truncate font-medium text-ink' : 'cursor-pointer truncate text-accent hover:underline'
              }
              onClick={() => onGo(i - 1)}
            >
              {name}
            </span>
          </span>
        )
      })}
    </p>
  )
}
