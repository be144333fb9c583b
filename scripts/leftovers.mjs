import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const gracePeriodMs = 20_000

/**
 * Waits until no process of a test run is left, and kills those that stay. A process belongs to the run when its
 * environment, its command line or its working directory names the run's folder. Works on Linux only.
 */
export async function endLeftovers(folder, { graceMs = gracePeriodMs } = {}) {
  const deadline = Date.now() + graceMs
  while (processesOf(folder).length > 0 && Date.now() < deadline) await sleep(100)
  const remaining = processesOf(folder)
  for (const { pid, name } of remaining) {
    console.error(`Still running after the tests, ended now: ${name} (${pid})`)
    try {
      process.kill(pid, 'SIGKILL')
    } catch {}
  }
  return remaining.length
}

export function processesOf(folder) {
  if (!existsSync('/proc/self/environ')) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => namesFolder(pid, folder))
    .map((pid) => ({
      pid: Number(pid),
      name: readOrEmpty(() => readFileSync(`/proc/${pid}/comm`, 'utf8')).trim(),
    }))
}

function namesFolder(pid, folder) {
  return (
    readOrEmpty(() => readlinkSync(`/proc/${pid}/cwd`)).startsWith(folder) ||
    readOrEmpty(() => readFileSync(`/proc/${pid}/environ`, 'utf8')).includes(folder) ||
    readOrEmpty(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')).includes(folder)
  )
}

/** Empty for a process that has just ended or that we may not read. */
function readOrEmpty(readText) {
  try {
    return readText()
  } catch {
    return ''
  }
}
