import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type MemoryGroup = {
  /** Moves a process into the group. What it starts is in it too. */
  add(pid: number): void
  /** Bytes in use that can't be dropped: without cached files. */
  usedBytes(): number
  /** How often the kernel ended a process of the group. */
  kills(): number
  remove(): void
}

type Files = { folder: string; limit: string; used: RegExp; kills: string }

const versions: Array<Files> = [
  {
    folder: '/sys/fs/cgroup/memory',
    limit: 'memory.limit_in_bytes',
    used: /^(?:total_rss|total_shmem) (\d+)$/gm,
    kills: 'memory.oom_control',
  },
  {
    folder: '/sys/fs/cgroup',
    limit: 'memory.max',
    used: /^(?:anon|shmem|kernel) (\d+)$/gm,
    kills: 'memory.events',
  },
]

/** A control group (version 1 or 2) with this much memory and no swap; undefined where this user may not make one. */
export function createMemoryGroup(bytes: number): MemoryGroup | undefined {
  for (const version of versions) {
    const folder = join(version.folder, `tipdrop-${process.pid}`)
    try {
      mkdirSync(folder)
    } catch {
      continue
    }
    try {
      if (!existsSync(join(folder, version.limit))) throw new Error('The group has no memory controller')
      writeFileSync(join(folder, version.limit), String(bytes))
      if (existsSync(join(folder, 'memory.swap.max'))) writeFileSync(join(folder, 'memory.swap.max'), '0')
      return group(folder, version)
    } catch {
      rmdirSync(folder)
    }
  }
  return undefined
}

function group(folder: string, { used, kills }: Files): MemoryGroup {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  return {
    add: (pid) => writeFileSync(join(folder, 'cgroup.procs'), String(pid)),
    usedBytes: () =>
      [...read('memory.stat').matchAll(used)].reduce((sum, [, bytes]) => sum + Number(bytes), 0),
    kills: () => Number(/^oom_kill (\d+)$/m.exec(read(kills))?.[1] ?? 0),
    remove: () => rmdirSync(folder),
  }
}
