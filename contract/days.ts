/**
 * The first and the last day that a field accepts. PostgreSQL has no year 0, and none after 9999 in four digits; a time
 * zone can move a day at the end of such a range out of it.
 */
const firstDay = '2000-01-01'
const lastDay = '2200-12-31'

/** Whether a text is a day, `2026-03-01`, that exists and that fields accept. */
export function isSupportedDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text < firstDay || text > lastDay) return false
  const at = Date.parse(text)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** Whether a text is the name of a time zone, such as `Europe/Rome`. */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false
  }
}
