import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { settingNames } from '../server/config.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const files = readdirSync(join(root, 'deploy'), { recursive: true, encoding: 'utf8' })

/** Set by the images and units for Node, not for Tipdrop. */
const otherVariables = [
  'MALLOC_ARENA_MAX',
  'MALLOC_MMAP_THRESHOLD_',
  'POSTGRES_DB',
  'POSTGRES_PASSWORD',
  'POSTGRES_USER',
]

const isInstalled = (program: string) => spawnSync(program, ['--help']).error === undefined

test('docs/operate/configure.md describes every setting', () => {
  const documented = read('docs/operate/configure.md')

  expect(settingNames.filter((name) => name !== 'NODE_ENV' && !documented.includes(`\`${name}\``))).toEqual(
    [],
  )
})

test.each([
  ['deploy/docker/Dockerfile', /^ENV (.*)$/gm, /(\w+)=/g],
  ['deploy/docker/compose.yml', /environment: &environment\n((?: {4}.*\n)+)/g, /^ {4}(\w+):/gm],
  ['deploy/kubernetes/settings.env.example', /([\s\S]*)/g, /^(\w+)=/gm],
  ['deploy/kubernetes/secrets.env.example', /([\s\S]*)/g, /^(\w+)=/gm],
  ['deploy/systemd/tipdrop@.service', /^Environment=(.*)$/gm, /(\w+)=/g],
])('%s sets only settings that exist', (path, section, variable) => {
  const names = [...read(path).matchAll(section)].flatMap(([, lines = '']) =>
    [...lines.matchAll(variable)].map(([, name = '']) => name),
  )

  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((name) => ![...settingNames, ...otherVariables].includes(name))).toEqual([])
})

test.each([
  'deploy/docker/Dockerfile',
  'deploy/systemd/tipdrop-migrate.service',
  'deploy/systemd/tipdrop@.service',
  'scripts/package/launchers.mjs',
  'bench/server-process.ts',
])('%s runs Node with the memory options of npm start', (path) => {
  const memoryOptions = (text: string) => text.match(/--max-[\w-]+=\d+/g)
  const malloc = (text: string) => [...text.matchAll(/MALLOC_\w+\W+(\d+)/g)].map(([, value]) => value)

  expect(memoryOptions(read(path))).toEqual(memoryOptions(read('scripts/start.mjs')))
  expect(malloc(read(path))).toEqual(malloc(read('scripts/start.mjs')))
})

test.each(files.filter((file) => /\.ya?ml$/.test(file)))('deploy/%s is valid YAML', (file) => {
  const documents = parseAllDocuments(read(join('deploy', file)), { merge: true })

  expect(documents.flatMap(({ errors }) => errors)).toEqual([])
})

test('the Grafana dashboard queries only metrics that exist', () => {
  const known =
    read('server/adapters/metrics/state-metrics.ts') + read('server/adapters/metrics/request-metrics.ts')
  const names = new Set(read('deploy/monitoring/grafana-dashboard.json').match(/tipdrop_\w+/g))

  const withoutSuffix = [...names].map((name) => name.replace(/_seconds_(bucket|count|sum)$/, '_seconds'))
  expect(withoutSuffix.length).toBeGreaterThan(10)
  expect(withoutSuffix.filter((name) => !known.includes(name))).toEqual([])
})

test.skipIf(!isInstalled('kubectl'))('kubectl accepts the Kubernetes manifests', () => {
  const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', join(root, 'deploy/kubernetes')])

  expect(String(stderr)).toBe('')
  expect(status).toBe(0)
  expect(String(stdout).match(/^kind: (Deployment|Job|Service|Ingress|PodDisruptionBudget)$/gm)).toHaveLength(
    7,
  )
})

test.skipIf(!isInstalled('caddy'))('Caddy accepts the Caddyfile', () => {
  const config = join(root, 'deploy/caddy/Caddyfile')

  const { stdout, stderr } = spawnSync('caddy', ['validate', '--config', config, '--adapter', 'caddyfile'])

  expect(`${stdout}${stderr}`).toContain('Valid configuration')
})

test.skipIf(!isInstalled('caddy'))(
  'Caddy’s health check asks for the site’s own host, which a local instance requires',
  async () => {
    const hosts: Array<string | undefined> = []
    const server = createServer(({ headers: { host } }, response) => {
      hosts.push(host)
      response.end()
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    onTestFinished(() => void server.close())
    const folder = mkdtempSync(join(tmpdir(), 'tipdrop-caddy-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    // A socket, because the site would take the ports 80 and 443.
    const site = read('deploy/caddy/Caddyfile').replace(
      /^\{\$TIPDROP_SITE.*\{$/m,
      `http://localhost {\n\tbind unix/${folder}/caddy.sock`,
    )
    writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n}\n${site}`)
    const { port } = server.address() as AddressInfo
    const env = { ...process.env, TIPDROP_SITE: 'localhost', TIPDROP_UPSTREAM: `127.0.0.1:${port}` }

    const args = ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
    const caddy = spawn('caddy', args, { env, stdio: 'ignore' })
    onTestFinished(() => void caddy.kill())

    await expect.poll(() => hosts, { timeout: 10_000 }).toContain('localhost')
  },
)

test.skipIf(!isInstalled('nginx') || !isInstalled('openssl'))('nginx accepts the site', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tipdrop-nginx-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=tips.example.com'],
    ...['-keyout', key, '-out', certificate],
  ])
  // nginx binds what it listens on also for a check, and only root may bind ports 80 and 443.
  let sockets = 0
  const site = read('deploy/nginx/tipdrop.conf')
    .replace(/listen (?:\[::\]:)?\d+/g, () => `listen unix:${folder}/${++sockets}.sock`)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
    .replace('/var/log/nginx/', `${folder}/`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const folders = temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')
  const config = join(folder, 'nginx.conf')
  writeFileSync(
    config,
    `pid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\n${folders}\n${site}\n}\n`,
  )

  const { stderr } = spawnSync('nginx', ['-t', '-p', folder, '-c', config])

  expect(String(stderr)).toContain('test is successful')
})

test.skipIf(!isInstalled('systemd-analyze'))('systemd accepts the units', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tipdrop-units-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  // The program of a unit must exist when it is verified.
  const copyUnit = (from: string, to: string) => {
    const unit = read(join('deploy/systemd', from)).replace('/opt/tipdrop/bin/node', process.execPath)
    writeFileSync(join(folder, to), unit)
    return join(folder, to)
  }
  const units = [
    copyUnit('tipdrop@.service', 'tipdrop@3000.service'),
    copyUnit('tipdrop-migrate.service', 'tipdrop-migrate.service'),
  ]

  const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...units])

  expect(String(stderr)).toBe('')
  expect(status).toBe(0)
})
