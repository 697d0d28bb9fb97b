import { bothTimes, durationText } from '#words/time.ts'
import { useServerTime } from './useServerTime.ts'

type Props = {
  /** Epoch milliseconds on the server's clock; undefined if nothing waits. */
  until: number | undefined
  /** After a sentence, as one of its own. */
  isSentence?: boolean
}

/** The time left, in the words of the time that they have waited, which stands beside it. */
export function TimeLeft({ until }: { until: number }) {
  const text = useServerTime((now) => (until > now ? durationText(Math.ceil((until - now) / 1000) * 1000) : 'a moment'))
  return (
    <span role="timer" title={bothTimes(until)}>
      {text}
    </span>
  )
}

/** When steps that wait for approval are refused, if nobody decides. */
export const RefusedIn = ({ until, isSentence = false }: Props) =>
  until !== undefined && (
    <span>
      {isSentence ? 'Refused' : 'refused'} automatically{' '}
      <span className="whitespace-nowrap">
        in <TimeLeft until={until} />
        {isSentence && '.'}
      </span>
    </span>
  )
