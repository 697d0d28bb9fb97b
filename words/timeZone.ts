/** Whether a name is that of a time zone: `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== ''
  } catch {
    return false
  }
}

const DAYS: Readonly<Record<string, number>> = { Mon: 1, Tue: 2, Wed: 3, Thu: 4, Fri: 5, Sat: 6, Sun: 7 }

/** Reads the day (1 is Monday) and the minute of the day in a time zone from instants (epoch milliseconds). */
export function clockIn(timeZone: string): (at: number) => { day: number; minute: number } {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return (at) => {
    const parts = new Map(clock.formatToParts(at).map(({ type, value }) => [type, value]))
    const minute = Number(parts.get('hour')) * 60 + Number(parts.get('minute'))
    return { day: DAYS[parts.get('weekday') ?? ''] ?? 0, minute }
  }
}

/** The time zone of this machine by its name: `Europe/Berlin`. */
export const localZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone
