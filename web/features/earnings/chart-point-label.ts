/** `2026-03-01` as a chart names it: `1 Mar`, or `Mar 2026` for a whole month. UTC, as all our books are. */
export function formatChartDate(day: string, step: 'day' | 'month'): string {
  const options: Intl.DateTimeFormatOptions =
    step === 'month' ? { month: 'short', year: 'numeric' } : { day: 'numeric', month: 'short' }
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(new Date(day))
}
