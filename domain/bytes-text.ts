import { site } from '../contract/site.ts'

const units = ['Bytes', 'KB', 'MB', 'GB'] as const

/** Formats a size with at most one decimal: 5 GiB -> `5 GB`, 50541363 -> `48.2 MB`. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  const rounded = Number((bytes / 1024 ** step).toFixed(1))
  // 1023.96 KB would round to "1024 KB", so the next unit is used.
  if (rounded >= 1024 && step < units.length - 1) return `1 ${units[step + 1]}`
  return `${rounded.toLocaleString(site().locale)} ${units[step]}`
}
