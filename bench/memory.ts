import { readFile } from 'node:fs/promises'
import type { ServerProcess } from '../tests/support/server-process.ts'

/** The resident memory of the server's process, without its database; 0 while it is down. */
export async function residentBytes(site: ServerProcess): Promise<number> {
  const status = await readFile(`/proc/${site.pid()}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
}

/** Samples the memory every 20 ms; `stop` returns the maximum. */
export function watchMemory(site: ServerProcess): { stop(): number } {
  let peakBytes = 0
  const timer = setInterval(async () => {
    peakBytes = Math.max(peakBytes, await residentBytes(site))
  }, 20)
  return {
    stop() {
      clearInterval(timer)
      return peakBytes
    },
  }
}
