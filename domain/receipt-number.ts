/** A receipt's number as printed: `2026-000042`. */
export function formatReceiptNumber({ year, number }: { year: number; number: number }): string {
  return `${year}-${String(number).padStart(6, '0')}`
}
