import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const gracePeriodMs = 20_000

/**
 * Waits until no process of a run is left, and ends those that stay. A process belongs to the run when its environment,
 * its command line or its working folder names the run's folder. Only Linux lists these.
 */
export async function endLeftovers(folder, { graceMs = gracePeriodMs } = {}) {
  const deadline = Date.now() + graceMs
  while (processesOf(folder).length > 0 && Date.now() < deadline) await sleep(100)
  const left = processesOf(folder)
  for (const { pid, name } of left) {
    console.error(`Still running after the tests, ended now: ${name} (${pid})`)
    try {
      process.kill(pid, 'SIGKILL')
    } catch {}
  }
  return left.length
}

export function processesOf(folder) {
  if (!existsSync('/proc/self/environ')) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => names(pid, folder))
    .map((pid) => ({ pid: Number(pid), name: read(() => readFileSync(`/proc/${pid}/comm`, 'utf8')).trim() }))
}

function names(pid, folder) {
  return (
    read(() => readlinkSync(`/proc/${pid}/cwd`)).startsWith(folder) ||
    read(() => readFileSync(`/proc/${pid}/environ`, 'utf8')).includes(folder) ||
    read(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')).includes(folder)
  )
}

/** Empty for a process that has just ended or that we may not read. */
function read(look) {
  try {
    return look()
  } catch {
    return ''
  }
}
