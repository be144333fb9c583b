/** Adds months in UTC; in a shorter month the result is its last day. */
export function addMonths(start: Date, months: number): Date {
  const date = new Date(start)
  date.setUTCMonth(start.getUTCMonth() + months)
  if (date.getUTCDate() !== start.getUTCDate()) date.setUTCDate(0)
  return date
}

/** The end of the period that begins at `from`: whole months from the start, so that the 31st stays the 31st. */
export function nextPeriodEnd(start: Date, from: Date): Date {
  for (let months = 1; ; months += 1) {
    const end = addMonths(start, months)
    if (end > from) return end
  }
}
