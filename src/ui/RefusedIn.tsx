import { Countdown } from './Time.tsx'

type Props = {
  /** Epoch milliseconds on the server's clock; undefined if nothing waits. */
  until: number | undefined
  /** After a sentence, as one of its own. */
  isSentence?: boolean
}

/** When steps that wait for approval are refused, if nobody decides. */
export const RefusedIn = ({ until, isSentence = false }: Props) =>
  until !== undefined && (
    <span>
      {isSentence ? 'Refused' : 'refused'} automatically{' '}
      <span className="whitespace-nowrap">
        in <Countdown until={until} over="a moment" />
        {isSentence && '.'}
      </span>
    </span>
  )
