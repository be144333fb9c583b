/** A chart's date label: `1 Mar`, or `Mar 2026` for a month. UTC, like the ledger. */
export function formatChartDate(day: string, step: 'day' | 'month'): string {
  const options: Intl.DateTimeFormatOptions =
    step === 'month' ? { month: 'short', year: 'numeric' } : { day: 'numeric', month: 'short' }
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(new Date(day))
}
