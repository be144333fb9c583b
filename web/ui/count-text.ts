/** A number of things as a person reads it: `1,234`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}

/** The same with what is counted: `1 sale`, `1,234 sales`. */
export function pluralize(count: number, noun: string): string {
  return `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`
}
