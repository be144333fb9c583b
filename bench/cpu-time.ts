import { readdirSync, readFileSync } from 'node:fs'

/** The kernel counts CPU time in hundredths of a second (USER_HZ). */
const tickMs = 10

/**
 * The CPU time that a process and its direct and indirect children have used, in milliseconds. Other load on the machine
 * changes it less than it changes elapsed times. Undefined where the kernel does not report it (only Linux does).
 */
export function cpuTimeOfTree(pid: number): number | undefined {
  const processes = readProcesses()
  if (!processes.has(pid)) return undefined
  const tree = new Set([pid])
  // Parents are listed before most of their children; another pass finds the others.
  for (let size = 0; size < tree.size; ) {
    size = tree.size
    for (const [child, { parent }] of processes) if (tree.has(parent)) tree.add(child)
  }
  return [...tree].reduce((sum, each) => sum + (processes.get(each)?.cpuMs ?? 0), 0)
}

/** The same for one process, without its children. */
export function cpuTimeOf(pid: number): number | undefined {
  return readProcesses().get(pid)?.cpuMs
}

function readProcesses(): Map<number, { parent: number; cpuMs: number }> {
  const pids = readEntries().filter((name) => /^\d+$/.test(name))
  return new Map(
    pids.flatMap((pid): Array<[number, { parent: number; cpuMs: number }]> => {
      const fields = statFields(pid)
      if (!fields) return []
      const [parent, user, system] = [fields[1], fields[11], fields[12]].map(Number)
      return [[Number(pid), { parent: parent ?? 0, cpuMs: ((user ?? 0) + (system ?? 0)) * tickMs }]]
    }),
  )
}

function readEntries(): Array<string> {
  try {
    return readdirSync('/proc')
  } catch {
    return []
  }
}

/** The fields of /proc/PID/stat after the process's name, which may contain spaces. Undefined for an ended process. */
function statFields(pid: string): Array<string> | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')
  } catch {
    return undefined
  }
}
