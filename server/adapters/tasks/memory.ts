import { readFileSync } from 'node:fs'

const intervalMs = 100

/**
 * Calls `onExceeded` when a process has more than `maxBytes` of resident memory: the heap limit of Node.js does not count
 * buffers and native memory. Works on Linux only. Returns the function that stops it.
 */
export function watchMemory(pid: number | undefined, maxBytes: number, onExceeded: () => void): () => void {
  if (process.platform !== 'linux' || pid === undefined) return () => undefined
  const timer = setInterval(() => {
    if (residentBytes(pid) > maxBytes) onExceeded()
  }, intervalMs)
  return () => clearInterval(timer)
}

/** Zero for a process that has ended. */
function residentBytes(pid: number): number {
  try {
    const [, kibibytes = 0] = /^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kibibytes) * 1_024
  } catch {
    return 0
  }
}
