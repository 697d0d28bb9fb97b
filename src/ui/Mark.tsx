type Props = {
  className?: string
  /** Width of the line that is made fast to the cleat; of 24, like the whole mark. */
  line?: number
}

/** The product's mark: a cleat with a line made fast to it. */
export const Mark = ({ className, line = 1.8 }: Props) => (
  <svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeLinecap="round"
    strokeLinejoin="round"
    className={className}
    aria-hidden
  >
    <g strokeWidth="2.5">
      <path d="M2.5 7.5c4 2.4 15 2.4 19 0" />
      <path d="M9 9.5v9M15 9.5v9M5 19h14" />
    </g>
    <path d="M4.5 15.5c4.5-.5 10.5-2.5 15-3.5" strokeWidth={line} />
  </svg>
)
