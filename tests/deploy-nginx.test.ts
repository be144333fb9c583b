import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from './support/http-client.ts'
import { freePort, type ServerProcess } from './support/server-process.ts'
import { newInstance } from './support/shared-instance.ts'
import { type LoadResponse, startLoad } from './support/shoppers.ts'

const hasNginx = spawnSync('nginx', ['-v']).error === undefined
const token = 'y1MO58E-secret-access-token'

/** nginx with the shipped site, on a port without TLS, in front of two processes. */
async function startNginx(upstreams: [number, number]) {
  const folder = mkdtempSync(join(tmpdir(), 'tipdrop-nginx-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const port = await freePort()
  const shipped = readFileSync(join(import.meta.dirname, '../deploy/nginx/tipdrop.conf'), 'utf8')
  const site = shipped
    .replace(/listen (?:\[::\]:)?80;/g, `listen unix:${folder}/80.sock;`)
    .replace(
      `listen unix:${folder}/80.sock;\n  listen unix:${folder}/80.sock;`,
      `listen unix:${folder}/80.sock;`,
    )
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace('  listen [::]:443 ssl;\n', '')
    .replace(/ {2}ssl_certificate.*;\n/g, '')
    .replaceAll('tips.example.com', 'localhost')
    .replaceAll('/var/log/nginx/', `${folder}/`)
    .replace('127.0.0.1:3000', `127.0.0.1:${upstreams[0]}`)
    .replace('127.0.0.1:3001', `127.0.0.1:${upstreams[1]}`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const folders = temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')
  const config = join(folder, 'nginx.conf')
  writeFileSync(
    config,
    `pid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\n${folders}\n${site}\n}\n`,
  )
  const nginx = spawn('nginx', ['-g', 'daemon off;', '-p', folder, '-c', config], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void nginx.kill())
  let output = ''
  for (const stream of [nginx.stdout, nginx.stderr]) stream.on('data', (text) => (output += text))
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const url = `http://127.0.0.1:${port}`
  await expect
    .poll(
      () =>
        fetch(`${url}/health`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 20_000 },
    )
    .toBe(200)
  return {
    url,
    accessLog: () => read('tipdrop.log'),
    logs: () => output + read('tipdrop.log') + read('tipdrop-error.log'),
  }
}

test.skipIf(!hasNginx)('while no process answers, nginx gives a page that says so', async () => {
  const servers = [createServer(), createServer()] as const
  const ports: Array<number> = []
  for (const server of servers) {
    server.on('request', (_, response) => response.end('well'))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    ports.push((server.address() as AddressInfo).port)
  }
  const nginx = await startNginx([ports[0] ?? 0, ports[1] ?? 0])
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }

  const page = await fetch(`${nginx.url}/p/1`)

  expect(page.status).toBe(503)
  expect(page.headers.get('retry-after')).toBe('10')
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(await page.text()).toContain('<h1>Back in a moment</h1>')
  expect((await fetch(`${nginx.url}/api/anything`, { method: 'POST', body: '{}' })).status).toBe(503)
})

const isPost = ({ what }: LoadResponse) => what.startsWith('POST')
const isTurnedAway = ({ status }: LoadResponse) => typeof status !== 'number' || status >= 500

test.skipIf(!hasNginx)(
  'behind the shipped site of nginx, stops turn no buyer away, ids join the logs, and no log has a token',
  { tags: ['long'], timeout: 600_000 },
  async () => {
    const instance = await newInstance()
    const ports: [number, number] = [await freePort(), await freePort()]
    const outputs: Array<() => string> = []
    const start = async (port: number) => {
      const started = await instance.start({
        PORT: String(port),
        TRUST_PROXY: '127.0.0.1',
        LOG_REQUESTS: 'true',
        LOG_LEVEL: 'info',
      })
      outputs.push(started.outputText)
      await started.waitUntilReady().catch(() => {
        throw new Error(`The process did not start:\n${started.outputText()}`)
      })
      return started
    }
    const running = [await start(ports[0]), await start(ports[1])]
    const nginx = await startNginx(ports)
    const site = { url: nginx.url, dataDir: instance.dataDir } as ServerProcess
    const creator = createClient(nginx.url)
    await creator.signIn(site, 'mara@example.com')
    const contentIds = [await creator.publish(Buffer.from('one')), await creator.publish(Buffer.from('two'))]

    const load = startLoad({ site, creator, contentIds }, { clients: 3 })
    const end = async (index: 0 | 1, signal: NodeJS.Signals) => {
      running[index]?.kill(signal)
      await running[index]?.ended
      running[index] = await start(ports[index])
      await sleep(500)
    }
    for (const index of [0, 1, 0, 1] as const) await end(index, 'SIGTERM')
    const duringStops = load.responses.length
    for (const index of [0, 1] as const) {
      const visits = Array.from({ length: 20 }, async (_, visit) => {
        await sleep(visit * 20)
        await fetch(`${nginx.url}/access/${token}`).catch(() => undefined)
      })
      await end(index, 'SIGKILL')
      await Promise.all(visits)
    }
    await load.stop()

    const responses = load.responses.slice(0, duringStops)
    const posts = responses.filter(isPost)
    const turnedAway = responses.filter(isTurnedAway)
    console.log(
      `${posts.length} posts and ${responses.length - posts.length} pages over four stops, ${turnedAway.length} turned away`,
    )
    expect(posts.length).toBeGreaterThan(20)
    expect(turnedAway.map(({ what, status }) => `${what} ${status}`)).toEqual([])

    expect(nginx.logs()).not.toContain(token)
    const ownLog = outputs.map((read) => read()).join('')
    expect(ownLog).not.toContain(token)
    expect(ownLog).toContain('"route":"/access/:token"')
    const answered = [...nginx.accessLog().matchAll(/ (?:GET|POST) 20\d \d+ [\d.]+ ([0-9a-f]{32})$/gm)]
    const joined = answered.filter(([, id]) => ownLog.includes(`"reqId":"${id}"`))
    expect(answered.length).toBeGreaterThan(20)
    // The last lines of a killed process may be missing.
    expect(joined.length).toBeGreaterThan(answered.length * 0.9)
  },
)
