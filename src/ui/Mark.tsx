type Props = {
  className?: string
  /** Width of the line that is made fast to the posts; of 24, like the whole mark. */
  line?: number
}

/** The product's mark: an H of two posts in ink, with the line of a lease made fast to them. */
export const Mark = ({ className, line = 2.6 }: Props) => (
  <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" className={className} aria-hidden>
    <path d="M8.5 3v18M19 3v18" strokeWidth="4" strokeLinecap="round" className="text-ink" />
    <path d="M.5 12H19" strokeWidth={line} className="text-accent" />
  </svg>
)
