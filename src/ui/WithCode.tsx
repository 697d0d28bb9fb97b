import { Fragment } from 'react'

type Props = {
  text: string
  /** What is code, as the only group of the expression. */
  code: RegExp
}

/** A sentence with its commands or flags in the face of code, each on one line. */
export const WithCode = ({ text, code }: Props) =>
  text.split(code).map((part, index) =>
    index % 2 === 0 ? (
      <Fragment key={index}>{part}</Fragment>
    ) : (
      <code key={index} className="whitespace-nowrap">
        {part}
      </code>
    ),
  )
