import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { dirname, join } from 'node:path'

/** `limitedBy` names the machine, or the file of the control group with the lowest limit. */
export type MachineMemory = { totalBytes: number; limitedBy: string }

type Options = {
  /** The folder of `proc` and `sys`. */
  root?: string
  machineBytes?: number
}

/**
 * The memory that this process and those it starts may use together, in bytes: the machine's, or the lowest limit of the
 * control groups (version 1 or 2) that it is in. Systems other than Linux have no groups.
 */
export function machineMemory({ root = '/', machineBytes = totalmem() }: Options = {}): MachineMemory {
  let lowest: MachineMemory = { totalBytes: machineBytes, limitedBy: 'the machine' }
  for (const file of limitFiles(root)) {
    const bytes = Number(readText(file))
    if (bytes > 0 && bytes < lowest.totalBytes) lowest = { totalBytes: bytes, limitedBy: file }
  }
  return lowest
}

/**
 * The files with limits of all groups around this process. A container may see its own group as the root, and then its
 * path does not exist: the groups above it are read too.
 */
function limitFiles(root: string): Array<string> {
  const groups = readText(join(root, 'proc/self/cgroup')).split('\n')
  return groups.flatMap((line) => {
    const [, controllers = '', path = ''] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? []
    if (controllers.split(',').includes('memory'))
      return around(path, join(root, 'sys/fs/cgroup/memory'), ['memory.limit_in_bytes'])
    if (controllers === '' && path !== '')
      return around(path, join(root, 'sys/fs/cgroup'), ['memory.max', 'memory.high'])
    return []
  })
}

function around(path: string, folder: string, names: Array<string>): Array<string> {
  const here = names.map((name) => join(folder, path, name))
  return path === '/' ? here : [...here, ...around(dirname(path), folder, names)]
}

/** Cached files are left out, because the kernel drops them. */
const inUse = [
  /^total_rss (\d+)$/m,
  /^total_shmem (\d+)$/m,
  /^anon (\d+)$/m,
  /^shmem (\d+)$/m,
  /^kernel (\d+)$/m,
]

/**
 * The bytes that are left in the control group with the lowest limit; undefined where there is none below the machine's
 * memory. `limitedBy` is that of `machineMemory`.
 */
export function memoryLeft({ totalBytes, limitedBy }: MachineMemory): number | undefined {
  const folder = dirname(limitedBy)
  const statistics = readText(join(folder, 'memory.stat'))
  if (statistics === '') return undefined
  // Version 1 lists those of this group alone, too, and counts the kernel's elsewhere.
  const isFirst = statistics.includes('total_rss ')
  const patterns = isFirst ? inUse.slice(0, 2) : inUse.slice(2)
  const kernelBytes = isFirst ? Number(readText(join(folder, 'memory.kmem.usage_in_bytes'))) : 0
  const usedBytes = patterns.reduce((sum, pattern) => sum + Number(pattern.exec(statistics)?.[1] ?? 0), 0)
  return totalBytes - usedBytes - kernelBytes
}

/** Empty for a file that does not exist. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** What the server, its database and the kernel need beside a file that is read. */
const keptBytes = 320 * 1024 ** 2
/** Below it no file can be read: Node.js and a library take most of it. */
const minTaskBytes = 128 * 1024 ** 2

/** The bytes of a process that reads one file: `wanted`, or what a small machine leaves for it. */
export function taskMemoryBytes(wanted: number, { totalBytes }: Pick<MachineMemory, 'totalBytes'>): number {
  return Math.max(minTaskBytes, Math.min(wanted, totalBytes - keptBytes))
}
