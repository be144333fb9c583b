import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, get as httpGet, type IncomingMessage } from 'node:http'
import { get as httpsGet } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
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

test.each(['deploy/docker/Dockerfile', 'scripts/package/launchers.mjs', 'tests/support/server-process.ts'])(
  '%s runs Node with the memory options of npm start',
  (path) => {
    const memoryOptions = (text: string) => text.match(/--max-[\w-]+=\d+/g)
    const malloc = (text: string) => [...text.matchAll(/MALLOC_\w+\W+(\d+)/g)].map(([, value]) => value)

    expect(memoryOptions(read(path))).toEqual(memoryOptions(read('scripts/start.mjs')))
    expect(malloc(read(path))).toEqual(malloc(read('scripts/start.mjs')))
  },
)

test.each(files.filter((file) => /\.ya?ml$/.test(file)))('deploy/%s is valid YAML', (file) => {
  const documents = parseAllDocuments(read(join('deploy', file)), { merge: true })

  expect(documents.flatMap(({ errors }) => errors)).toEqual([])
})

test('the Grafana dashboard queries only metrics that exist', () => {
  const known = read('server/adapters/metrics.ts')
  const names = new Set(read('deploy/monitoring/grafana-dashboard.json').match(/tipdrop_\w+/g))

  const withoutSuffix = [...names].map((name) => name.replace(/_seconds_(bucket|count|sum)$/, '_seconds'))
  expect(withoutSuffix.length).toBeGreaterThan(10)
  expect(withoutSuffix.filter((name) => !known.includes(name))).toEqual([])
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
    const { port } = server.address() as AddressInfo
    startCaddy(`127.0.0.1:${port}`)

    await expect.poll(() => hosts, { timeout: 10_000 }).toContain('localhost')
  },
)

test.skipIf(!isInstalled('caddy'))('Caddy of any version compresses no page', async () => {
  const page = '<p>A secret link</p>'.repeat(1_000)
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(page))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const { socketPath } = startCaddy(`127.0.0.1:${(server.address() as AddressInfo).port}`)
  const ask = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { host: 'localhost', 'accept-encoding': 'gzip, zstd' }
      httpGet({ socketPath, headers }, (answer) => resolve(answer.resume())).on('error', reject)
    })

  const answer = await expect
    .poll(() => ask().catch(() => undefined), { timeout: 10_000 })
    .toMatchObject({ statusCode: 200 })
    .then(ask)

  expect(answer.headers['content-encoding']).toBeUndefined()
  expect(Number(answer.headers['content-length'])).toBe(page.length)
})

test.skipIf(!isInstalled('caddy'))('while no process answers, Caddy gives a page that says so', async () => {
  const { socketPath } = startCaddy('127.0.0.1:1')
  const ask = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      httpGet({ socketPath, headers: { host: 'localhost' } }, resolve).on('error', reject)
    })

  const answer = await expect
    .poll(() => ask().catch(() => undefined), { timeout: 40_000 })
    .toMatchObject({ statusCode: 503 })
    .then(ask)

  expect(answer.headers['retry-after']).toBe('10')
  expect(answer.headers['content-type']).toContain('text/html')
  expect(await text(answer)).toContain('<h1>Back in a moment</h1>')
})

/** Caddy with our site on a socket, because it would take the ports 80 and 443. */
function startCaddy(upstream: string) {
  const folder = mkdtempSync(join(tmpdir(), 'tipdrop-caddy-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const socketPath = join(folder, 'caddy.sock')
  const site = read('deploy/caddy/Caddyfile')
    .replace(/^\{$/m, '{\n\tadmin off')
    .replace(/^\{\$TIPDROP_SITE.*\{$/m, `http://localhost {\n\tbind unix/${socketPath}`)
    .replace('lb_try_duration 5s', 'lb_try_duration 100ms')
  writeFileSync(join(folder, 'Caddyfile'), site)
  const env = { ...process.env, TIPDROP_SITE: 'localhost', TIPDROP_UPSTREAM: upstream }
  const args = ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
  const caddy = spawn('caddy', args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void caddy.kill())
  let log = ''
  for (const output of [caddy.stdout, caddy.stderr]) output.on('data', (text) => (log += text))
  return { socketPath, log: () => log }
}

/** The site of nginx in a folder, with its ports as sockets: binding them needs root, also for a check. */
function nginxConfig() {
  const folder = mkdtempSync(join(tmpdir(), 'tipdrop-nginx-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=tips.example.com'],
    ...['-keyout', key, '-out', certificate],
  ])
  let sockets = 0
  const site = read('deploy/nginx/tipdrop.conf')
    .replace(/listen (?:\[::\]:)?\d+/g, () => `listen unix:${folder}/${++sockets}.sock`)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
    .replaceAll('/var/log/nginx/', `${folder}/`)
    // Nothing listens on these ports.
    .replace('127.0.0.1:3000', '127.0.0.1:1')
    .replace('127.0.0.1:3001', '127.0.0.1:2')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const folders = temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')
  const config = join(folder, 'nginx.conf')
  writeFileSync(
    config,
    `pid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\n${folders}\n${site}\n}\n`,
  )
  return { folder, args: ['-p', folder, '-c', config], socketPath: join(folder, '3.sock') }
}

const hasNginx = isInstalled('nginx') && isInstalled('openssl')

test.skipIf(!hasNginx)('nginx accepts the site', () => {
  const { stderr } = spawnSync('nginx', ['-t', ...nginxConfig().args])

  expect(String(stderr)).toContain('test is successful')
})

const token = 'y1MO58E-secret-access-token'

test.skipIf(!hasNginx)('no log of nginx has an access token, also while no process answers', async () => {
  const { folder, args, socketPath } = nginxConfig()
  const nginx = spawn('nginx', ['-g', 'daemon off;', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void nginx.kill())
  let output = ''
  for (const stream of [nginx.stdout, nginx.stderr]) stream.on('data', (text) => (output += text))
  const status = () =>
    new Promise<number | undefined>((resolve, reject) => {
      const options = { socketPath, path: `/access/${token}`, rejectUnauthorized: false }
      httpsGet(options, (answer) => resolve(answer.resume().statusCode)).on('error', reject)
    })

  await expect.poll(() => status().catch(() => undefined), { timeout: 10_000 }).toBe(503)

  const access = await expect
    .poll(() => readFileSync(join(folder, 'tipdrop.log'), 'utf8'))
    .toMatch(/GET 503 \d+ [\d.]+ [0-9a-f]{32}/)
    .then(() => readFileSync(join(folder, 'tipdrop.log'), 'utf8'))
  const errors = readFileSync(join(folder, 'tipdrop-error.log'), 'utf8')
  expect(`${access}${errors}${output}`).not.toContain(token)
})

test.skipIf(!isInstalled('caddy'))(
  'no log of Caddy has an access token, also while no process answers',
  async () => {
    const { socketPath, log } = startCaddy('127.0.0.1:1')
    const status = () =>
      new Promise<number | undefined>((resolve, reject) => {
        const options = { socketPath, path: `/access/${token}`, headers: { host: 'localhost' } }
        httpGet(options, (answer) => resolve(answer.resume().statusCode)).on('error', reject)
      })

    await expect.poll(() => status().catch(() => undefined), { timeout: 10_000 }).toBeGreaterThan(501)

    await expect.poll(log).toMatch(/"status":50[23]/)
    expect(log()).not.toContain(token)
  },
)

test.skipIf(!isInstalled('systemd-analyze'))('systemd accepts the units', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tipdrop-units-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  // The program of a unit must exist when it is verified.
  const copyUnit = (from: string, to: string) => {
    const unit = read(join('deploy/systemd', from)).replace('/opt/tipdrop/current/tipdrop', process.execPath)
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

test('systemd goes on starting a server whose start can still succeed', () => {
  const unit = read('deploy/systemd/tipdrop@.service')

  expect(unit.slice(0, unit.indexOf('[Service]'))).toMatch(/^StartLimitIntervalSec=0$/m)
  expect(unit).toMatch(/^RestartPreventExitStatus=78$/m)
})
