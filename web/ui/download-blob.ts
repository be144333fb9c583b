/** Hands bytes to the browser as a download. */
export function downloadBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken it by then; kept longer it would keep the bytes in memory.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** `2026-03` of a month. */
export function formatYearMonth({ month, year }: { month: number; year: number }): string {
  return `${year}-${String(month).padStart(2, '0')}`
}
