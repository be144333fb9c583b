/** A weekday, 0 for Monday, and an hour of the day. */
export type WeekdayHour = { weekday: number; hour: number }

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Returns a function for the weekday and hour of a moment in a time zone. Throws RangeError for an unknown zone. */
export function weekdayHourIn(timeZone: string): (moment: Date) => WeekdayHour {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: 'numeric',
    hourCycle: 'h23',
  })
  return (moment) => {
    const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]))
    return { weekday: weekdays.indexOf(parts.get('weekday') ?? ''), hour: Number(parts.get('hour')) }
  }
}
