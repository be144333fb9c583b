const monthLabels = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]

/** `month` is 1 to 12. */
export function monthName(month: number): string {
  return monthLabels[month - 1] ?? String(month)
}

export function formatMonth({ month, year }: { month: number; year: number }): string {
  return `${monthName(month)} ${year}`
}

export function fullName({
  firstName,
  lastName,
}: {
  firstName: string | null
  lastName: string | null
}): string {
  return [firstName, lastName].filter(Boolean).join(' ')
}

/** A route's name as words: `suspendCreator` -> `Suspend creator`. */
export function humanize(routeName: string): string {
  const text = routeName.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}
