import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const pages = [
  'docs/upgrading.md',
  'docs/operate.md',
  ...readdirSync(join(root, 'docs/operate'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs/operate', file)),
]

/** The commands of a page's shell blocks, one for each line. */
function commandsOf(page: string): Array<string> {
  const text = readFileSync(join(root, page), 'utf8')
  return [...text.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].flatMap(([, block = '']) =>
    block
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#')),
  )
}

const all = [...new Set(pages.flatMap(commandsOf))]

/** What runs a command of the guide. A command that no line matches has no test. */
const testedBy: Array<[command: RegExp, test: string]> = [
  [/^npm run package$/, 'tests/package.test.ts'],
  [/^npm run doctor$/, 'server/doctor/doctor.test.ts'],
  [/^npm run verify$/, 'tests/verify.test.ts'],
  [/^npm run verify -- files$/, 'tests/verify-files.test.ts'],
  [/^npm run (backup|restore|rehearse|move)\b/, 'server/backup'],
  [/^kill -TERM PID$/, 'tests/stop.test.ts'],
  // Tested below.
  [/^openssl rand -hex 32$/, 'tests/docs-commands.test.ts'],
  [/^(df -h|du -sh "\$DATA_DIR"\/\*)$/, 'tests/docs-commands.test.ts'],
  [/^tar -xzf tipdrop-\*\.tar\.gz$/, 'tests/install.test.ts'],
  [/^sudo (\.\/tipdrop-\*|\/opt\/tipdrop\/VERSION)\/tipdrop install\b/, 'tests/install.test.ts'],
  [/^sudo (mv|cp|sudoedit|install -d|tipdrop (status|backup)) ?/, 'tests/install.test.ts'],
  [/^sudoedit \/etc\/tipdrop\/settings$/, 'tests/install.test.ts'],
  [
    /^SESSION_SECRET=.* docker compose -f deploy\/docker\/compose.yml up --build$/,
    'tests/deploy-compose.test.ts',
  ],
  [/^sudo systemctl (start tipdrop@3000|stop tipdrop@3000|daemon-reload)$/, 'tests/deploy.test.ts'],
]

test('every command in the operator’s guide has a test that runs it', () => {
  expect(testedBy.filter(([, file]) => !existsSync(join(root, file)))).toEqual([])
  expect(all.length).toBeGreaterThan(10)
  expect(all.filter((command) => !testedBy.some(([pattern]) => pattern.test(command)))).toEqual([])
})

test('the commands of a secret and of the disk work in a shell', () => {
  const secret = shell('openssl rand -hex 32')
  const sizes = shell('df -h && du -sh "$DATA_DIR"/*', { DATA_DIR: join(root, 'docs') })

  expect(secret.trim()).toMatch(/^[0-9a-f]{64}$/)
  expect(sizes).toContain('operate')
})

function shell(script: string, env: Record<string, string> = {}): string {
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...env },
  })
  if (stderr) throw new Error(stderr)
  return stdout
}
