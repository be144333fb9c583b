import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** A Debian of its own needs root, debootstrap, and a way to Debian's packages. */
const canMakeDebian =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('debootstrap', ['--version']).error === undefined
const long = { tags: ['long'], timeout: 1_200_000 }
const inDebian = test.skipIf(!canMakeDebian)
const port = 4239

let work: string
let debian: string

beforeAll(async () => {
  if (!canMakeDebian || !process.env.TEST_LONG) return
  work = mkdtempSync(join(tmpdir(), 'tipdrop-install-'))
  debian = join(work, 'debian')
  // systemd is installed and does not run, as in an image that is being built.
  const made = spawnSync('debootstrap', ['--variant=minbase', '--include=systemd,sudo', 'bookworm', debian], {
    encoding: 'utf8',
  })
  if (made.status !== 0) throw new Error(made.stdout.slice(-2_000))
  const release = join(debian, 'root/tipdrop-1-linux-x64')
  const packed = spawnSync(process.execPath, ['scripts/package.mjs', '--folder', release], {
    encoding: 'utf8',
  })
  if (packed.status !== 0) throw new Error(`${packed.stdout}${packed.stderr}`)
  spawnSync('mount', ['-t', 'proc', 'proc', join(debian, 'proc')])
}, 1_200_000)

afterAll(() => {
  if (!work) return
  spawnSync('umount', [join(debian, 'proc')])
  rmSync(work, { recursive: true, force: true })
})

/** Runs commands in the Debian, in root's home folder. */
function run(script: string): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync('chroot', [debian, 'bash', '-c', `cd /root\n${script}`], {
    encoding: 'utf8',
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root' },
  })
  return { code: status, output: stdout + stderr }
}

/** A command of the guide, word for word. */
function documented(page: string, pattern: RegExp): string {
  const [command] = pattern.exec(readFileSync(page, 'utf8')) ?? []
  if (!command) throw new Error(`${page} has no ${pattern}`)
  return command
}

const settings = () => readFileSync(join(debian, 'etc/tipdrop/settings'), 'utf8')

inDebian(
  'the guide’s commands install a release in a new Debian, run it, upgrade it and go back',
  long,
  async () => {
    const install = documented('docs/operate/install.md', /^sudo .*tipdrop install .*$/m)
    const upgrade = documented('docs/upgrading.md', /^sudo \.\/.*tipdrop install$/m)

    const installed = run(`${install} --demo`)
    expect(installed.output).toContain('systemctl start tipdrop@3000')
    expect(installed.code).toBe(0)
    expect(run('stat -c "%U:%G %a" /etc/tipdrop/settings /var/lib/tipdrop').output).toBe(
      'root:tipdrop 640\ntipdrop:tipdrop 700\n',
    )
    expect(run('ls /etc/systemd/system/multi-user.target.wants').output).toContain('tipdrop@3000.service')
    expect(settings()).toMatch(/^SESSION_SECRET=[0-9a-f]{64}$/m)
    const first = settings()

    // As after one that was cut off, of a release that was unpacked with a strict umask.
    run('systemctl disable tipdrop@3000; chmod -R go= /opt/tipdrop/current/')
    const again = run(install)
    expect(again.code).toBe(0)
    expect(run('ls /etc/systemd/system/multi-user.target.wants').output).toContain('tipdrop@3000.service')
    expect(run('runuser -u tipdrop -- tipdrop version').code).toBe(0)
    expect(settings()).toBe(first)

    // What the unit starts, as its user.
    const server = spawn(
      'chroot',
      [
        '--userspec=tipdrop:tipdrop',
        debian,
        'env',
        `PORT=${port}`,
        '/opt/tipdrop/current/tipdrop',
        'server',
        '--settings',
        '/etc/tipdrop/settings',
      ],
      { stdio: 'ignore', env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' } },
    )
    const ended = new Promise((done) => server.once('exit', done))
    try {
      await expect
        .poll(() => run(`PORT=${port} tipdrop status`).output, { timeout: 180_000, interval: 2_000 })
        .toMatch(/port +4239 answers/)
      expect(run('tipdrop staff')).toEqual({
        code: 0,
        output: 'No one has signed in with ADMIN_EMAIL yet.\n',
      })
      for (const command of [/^sudo install -d .*$/m, /^sudo tipdrop backup .*$/m])
        expect(run(documented('docs/operate/install.md', command)).code).toBe(0)
      expect(run('ls -l /var/backups/tipdrop').output).toMatch(/tipdrop tipdrop .*\.tar$/m)
      expect(run('useradd bob; sudo -u bob tipdrop backup').output).toContain('Run this with sudo.')
    } finally {
      server.kill('SIGTERM')
      await ended
    }
    expect(run('find /var/lib/tipdrop -user root').output).toBe('')
    expect(run('tipdrop status')).toMatchObject({
      code: 1,
      output: expect.stringContaining('does not answer'),
    })

    // Neither makes the folder of a disk that is not mounted.
    for (const command of ['status', 'doctor']) run(`DATA_DIR=/mnt/away/data tipdrop ${command}`)
    expect(run('ls /mnt').output).toBe('')

    const before = run('tipdrop version').output.trim()
    rmSync(join(debian, 'root/tipdrop-1-linux-x64'), { recursive: true })
    const next = join(debian, 'root/tipdrop-9-linux-x64')
    cpSync(join(debian, 'opt/tipdrop', before), next, { recursive: true, verbatimSymlinks: true })
    writeFileSync(
      join(next, 'package.json'),
      JSON.stringify({ name: 'tipdrop', version: '9.0.0', type: 'module' }),
    )
    run('echo "BACKUP_KEEP=3 # three" >> /etc/tipdrop/settings')
    expect(run(upgrade)).toMatchObject({
      code: 1,
      output: expect.stringContaining('A comment needs a line of its own.'),
    })
    expect(run('tipdrop version').output.trim()).toBe(before)
    writeFileSync(join(debian, 'etc/tipdrop/settings'), first)
    expect(run(upgrade).code).toBe(0)
    expect(run('tipdrop version').output).toMatch(/^9\.0\.0/)
    expect(settings()).toBe(first)

    const back = documented('docs/upgrading.md', /^sudo \/opt\/tipdrop\/VERSION\/tipdrop install$/m)
    expect(run(back.replace('VERSION', before)).code).toBe(0)
    expect(run('tipdrop version').output.trim()).toBe(before)
    expect(existsSync(join(debian, 'opt/tipdrop/current/bin/node'))).toBe(true)
  },
)
