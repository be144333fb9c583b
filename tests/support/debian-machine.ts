import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

const cache = join(import.meta.dirname, '../../node_modules/.cache')
const base = join(cache, 'debian-bookworm')
const packages = ['systemd', 'systemd-sysv', 'dbus', 'sudo', 'openssl', 'ca-certificates', 'curl', 'procps']

/** What is missing to boot a machine here; undefined when nothing is. */
export function missingForDebian(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'root on Linux'
  return ['debootstrap', 'systemd-nspawn', 'nsenter'].find(
    (program) => spawnSync(program, ['--help']).error !== undefined,
  )
}

export type DebianMachine = {
  /** Runs a script by bash as an ordinary user who may use sudo. Stops at the first command that fails and names it. */
  run(script: string): Promise<{ code: number; output: string }>
  stop(): Promise<void>
}

/**
 * Boots Debian 12 with systemd as its first process, without a network, in memory. The folders of `mounts` are readable
 * in it (`{ '/release': folder }`). The first call downloads Debian, later ones use the copy in node_modules/.cache.
 */
export async function bootDebian(mounts: Record<string, string>): Promise<DebianMachine> {
  await ensureBase()
  const container = spawn(
    'systemd-nspawn',
    [
      ...['--quiet', '--register=no', '--keep-unit', '--private-network', '--boot', '--console=pipe'],
      ...['--directory', base, '--volatile=overlay', '--hostname=debian'],
      ...Object.entries(mounts).map(([there, here]) => `--bind-ro=${here}:${there}`),
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const ended = new Promise<void>((done) => container.on('close', () => done()))
  const output = Promise.all([text(container.stdout), text(container.stderr)])
  const enter = (command: ReadonlyArray<string>) => {
    const leader = spawnSync('pgrep', ['-P', String(container.pid)], { encoding: 'utf8' }).stdout.trim()
    return leader ? ['--target', leader, '-m', '-u', '-i', '-n', '-p', '-C', '--', ...command] : undefined
  }
  const stop = async () => {
    container.kill('SIGTERM')
    await ended
  }

  const deadline = Date.now() + 120_000
  for (;;) {
    const asked = enter(['systemctl', 'is-system-running'])
    const state = asked ? spawnSync('nsenter', asked, { encoding: 'utf8' }).stdout.trim() : ''
    if (state === 'running' || state === 'degraded') break
    if (container.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error(`Debian did not start: ${(await output).join('\n')}`)
    }
    await sleep(250)
  }

  return {
    stop,
    async run(script) {
      const guarded = `trap 'echo "It failed at: $BASH_COMMAND"' ERR\nset -eE\n${script}\n`
      const run = spawn('nsenter', enter(['runuser', '--login', 'lena', '-c', 'exec bash']) ?? [], {
        stdio: ['pipe', 'pipe', 'pipe'],
      })
      run.stdin.end(guarded)
      const code = new Promise<number>((done) => run.on('close', (status) => done(status ?? 1)))
      const [stdout, stderr] = await Promise.all([text(run.stdout), text(run.stderr)])
      return { code: await code, output: stdout + stderr }
    },
  }
}

/** Complete or not there: it is made beside its place and renamed. */
async function ensureBase(): Promise<void> {
  if (existsSync(base)) return
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(`${base}-`)
  try {
    run('debootstrap', ['--variant=minbase', `--include=${packages.join(',')}`, 'bookworm', folder])
    run('chroot', [folder, 'useradd', '--create-home', '--shell', '/bin/bash', 'lena'])
    await writeFile(join(folder, 'etc/sudoers.d/lena'), 'lena ALL=(ALL) NOPASSWD: ALL\n', { mode: 0o440 })
    await rename(folder, base)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

function run(program: string, args: ReadonlyArray<string>): void {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} failed: ${stdout.slice(-2000)}${stderr}`)
}
