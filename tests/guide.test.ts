import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bootDebian, type DebianMachine, missingForDebian } from './support/debian-machine.ts'
import { type CommandBlock, commandBlocks, guidePages } from './support/guide-blocks.ts'

const root = join(import.meta.dirname, '..')
const missing = missingForDebian()
const all = guidePages.flatMap(commandBlocks)

/** The pages in the order in which an operator meets them. Those without commands need no place. */
const order = [
  'docs/operate/install.md',
  'docs/operate/configure.md',
  'docs/operate/mail.md',
  'docs/operate/backup.md',
  'docs/operate/monitor.md',
  'docs/operate/object-store.md',
  'docs/operate/stripe.md',
  'docs/operate/rotate-secrets.md',
  'docs/operate/change-domain.md',
  'docs/operate/scale.md',
  'docs/operate/incidents/a-buyer-says.md',
  'docs/operate/incidents/books-differ.md',
  'docs/operate/incidents/disk-full.md',
  'docs/operate/incidents/provider-away.md',
  'docs/upgrading.md',
]

/** What tests a block that can't run on the server of the test below. */
const testedElsewhere: Array<[block: RegExp, file: string]> = [
  [
    /^SESSION_SECRET=.* docker compose -f deploy\/docker\/compose.yml up --build$/m,
    'tests/deploy-compose.test.ts',
  ],
  [/^sudo tipdrop restore s3:/, 'tests/replica-drill.test.ts'],
  // From a release that was unpacked without the installer, back to it, and back to the version before.
  [/^sudo systemctl stop tipdrop@3000\nsudo mv \/opt\/tipdrop /, 'tests/install.test.ts'],
  [/^sudo \/opt\/tipdrop\/VERSION\/tipdrop install$/m, 'tests/install.test.ts'],
]

/** What the doctor says of this server: no proxy answers for the name, and no mail server is set. */
const doctorFindings = /^ *(fail|warn) +(public address|mail)/

test('every block of commands has a place in the order, or a test of its own', () => {
  const elsewhere = all.filter(({ where }) => where === 'elsewhere')

  expect(guidePages.filter((page) => commandBlocks(page).length > 0 && !order.includes(page))).toEqual([])
  expect([...new Set(all.map(({ where }) => where))].toSorted()).toEqual(['', 'clone', 'elsewhere'])
  expect(all.length).toBeGreaterThan(15)
  expect(elsewhere.filter(({ script }) => !testedElsewhere.some(([block]) => block.test(script)))).toEqual([])
  expect(testedElsewhere.filter(([, file]) => !existsSync(join(root, file)))).toEqual([])
})

test.skipIf(missing)(
  'every command of the guide works word for word on a new Debian with systemd',
  { tags: ['long'], timeout: 1_500_000 },
  async () => {
    const release = await mkdtemp(join(tmpdir(), 'tipdrop-guide-'))
    onTestFinished(() => rm(release, { recursive: true, force: true }))
    const blocks = order.flatMap(commandBlocks).filter(({ where }) => where !== 'elsewhere')
    const [first, ...rest] = blocks
    // The page begins with the archive, which is made in a clone.
    if (first?.where !== 'clone') throw new Error('The guide does not begin with making the archive')
    runInClone(first)
    for (const name of await readdir(join(root, 'release')))
      if (name.endsWith('.tar.gz')) await cp(join(root, 'release', name), join(release, name))

    const machine = await bootDebian({ '/media/release': release })
    onTestFinished(() => machine.stop())
    await prepare(machine)
    const failures: Array<string> = []
    for (const block of rest) {
      if (block.where === 'clone') runInClone(block)
      else failures.push(...(await runOnServer(machine, block)))
      if (failures.length > 0) break
    }

    expect(failures).toEqual([])
  },
)

/** What an operator brings along: the archive, what they write into the settings, and the name of the site. */
async function prepare(machine: DebianMachine): Promise<void> {
  const { code, output } = await machine.run(`
sudo sh -c 'cp /media/release/*.tar.gz /home/lena && chown lena: /home/lena/*.tar.gz'
echo "127.0.0.1 tips.example.com $(hostname)" | sudo tee -a /etc/hosts > /dev/null
# The disk for backups is mounted before the settings name it: an empty site does not start while it can't be read.
sudo install -d /var/backups/tipdrop
sudo tee /usr/bin/editor > /dev/null <<'EDITOR'
#!/bin/sh
sed -i 's/^#DEMO_MODE=.*/DEMO_MODE=true/; s,^#BACKUP_TO=.*,BACKUP_TO=/var/backups/tipdrop,' "$1"
EDITOR
sudo chmod +x /usr/bin/editor`)
  if (code !== 0) throw new Error(output)
}

/** Runs a block as it stands. Returns what went wrong. */
async function runOnServer(machine: DebianMachine, block: CommandBlock): Promise<Array<string>> {
  const { code, output } = await machine.run(block.script)
  console.log(`${block.page}:${block.line}\n${block.script}${output}`)
  // The next block may need the server that this one has restarted.
  await machine.run(
    'for i in $(seq 60); do curl --silent --fail --max-time 5 http://127.0.0.1:3000/health/ready > /dev/null && break; sleep 0.5; done',
  )
  if (code === 0) return []
  const failed = output.split('\n').filter((line) => /^ *fail /.test(line))
  if (/^sudo tipdrop doctor$/m.test(block.script) && failed.length > 0)
    return failed.filter((line) => !doctorFindings.test(line))
  return [`${block.page}:${block.line} (exit code ${code})\n${output}`]
}

function runInClone({ page, line, script }: CommandBlock): void {
  const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', script], {
    cwd: root,
    encoding: 'utf8',
    // As a terminal has it: not what tests set.
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
  })
  if (status !== 0) throw new Error(`${page}:${line} (exit code ${status})\n${stdout}${stderr}`)
}
