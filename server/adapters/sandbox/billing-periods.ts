/** Adds months in UTC; in a shorter month the result is its last day. */
export function addMonths(start: Date, months: number): Date {
  const moved = new Date(start)
  moved.setUTCMonth(start.getUTCMonth() + months)
  if (moved.getUTCDate() !== start.getUTCDate()) moved.setUTCDate(0)
  return moved
}

/** The end of the period that begins at `from`: whole months from the start, so that the 31st stays the 31st. */
export function nextPeriodEnd(start: Date, from: Date): Date {
  for (let months = 1; ; months += 1) {
    const end = addMonths(start, months)
    if (end > from) return end
  }
}
