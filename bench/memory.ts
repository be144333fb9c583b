import { readFile } from 'node:fs/promises'
import type { ServerProcess } from './server-process.ts'

/** The server's process, without its database; nothing while it is dead. */
export async function residentBytes(site: ServerProcess): Promise<number> {
  const status = await readFile(`/proc/${site.pid()}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
}

/** Looks at it every 20 ms until it is stopped, which answers the most it saw. */
export function watchMemory(site: ServerProcess): { stop(): number } {
  let peak = 0
  const timer = setInterval(async () => {
    peak = Math.max(peak, await residentBytes(site))
  }, 20)
  return {
    stop() {
      clearInterval(timer)
      return peak
    },
  }
}
