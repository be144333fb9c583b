import { spawnSync } from 'node:child_process'
import { readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const fastShutdownMs = 10_000
const immediateShutdownMs = 20_000

/**
 * Ends a server that outlived its parent process, and removes a stale pid file: after a crash its pid may belong to
 * another program, and PostgreSQL would refuse to start. Requires the data lock.
 */
export async function stopOrphanedServer(cluster: string): Promise<void> {
  const started = Date.now()
  for (;;) {
    const pid = await findServerPid(cluster)
    if (pid === undefined) break

    const waited = Date.now() - started
    if (waited > immediateShutdownMs)
      throw new Error(`PostgreSQL (pid ${pid}) is still using ${cluster} and did not stop.`)
    signal(pid, waited > fastShutdownMs ? 'SIGQUIT' : 'SIGINT')
    await sleep(50)
  }
  await rm(join(cluster, 'postmaster.pid'), { force: true })
}

async function findServerPid(cluster: string): Promise<number | undefined> {
  const file = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number.parseInt(file, 10)
  if (!(pid > 1)) return undefined
  return (await isServerOf(pid, cluster)) ? pid : undefined
}

/** A PostgreSQL server's working directory is its data folder. */
async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  const folder = await realpath(cluster)
  if (process.platform === 'linux') return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === folder
  const command = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  return command.includes('postgres') && command.includes(cluster)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It ended between the check and the signal.
  }
}
