/** Formats a count: `1,234`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}

/** Formats a count with its noun: `1 sale`, `1,234 sales`. */
export function pluralize(count: number, noun: string): string {
  return `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`
}
