import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, connect as openConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { z } from 'zod'
import { startExternalPostgres } from './support/external-postgres.ts'
import { createClient } from './support/http-client.ts'
import { startObjectStore } from './support/object-store.ts'
import { startServerProcess } from './support/server-process.ts'

const root = join(import.meta.dirname, '..')
const composeFile = join(root, 'deploy/docker/compose.yml')
const postgresFolder = '/usr/lib/postgresql/15/bin'

/** What the person who starts it sets; compose.yml asks for nothing else. */
const given = { SESSION_SECRET: randomBytes(32).toString('hex'), ADMIN_EMAIL: 'me@mine.example.org' }

const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({ environment: z.record(z.string(), z.string()).optional() }).loose(),
  ),
})

/** Replaces `${NAME:-default}` and `${NAME:?message}` as Compose does. */
function renderCompose(variables: Record<string, string>) {
  const text = readFileSync(composeFile, 'utf8').replace(
    /\$\{(\w+):([-?])([^}]*)\}/g,
    (_, name: string, sign: string, rest: string) => {
      const value = new Map(Object.entries(variables)).get(name)
      if (value === undefined && sign === '?') throw new Error(`${name} ${rest}`)
      return value ?? rest
    },
  )
  return Compose.parse(parse(text, { merge: true })).services
}

const environmentOf = (service: string, variables: Record<string, string> = given) =>
  renderCompose(variables)[service]?.environment ?? {}

test('compose.yml refuses to start without SESSION_SECRET, and needs nothing else', () => {
  expect(() => renderCompose({})).toThrow('SESSION_SECRET')
  expect(environmentOf('web', { SESSION_SECRET: 'x' })).toMatchObject({ ADMIN_EMAIL: 'admin@example.com' })
})

const hasDockerCompose = spawnSync('docker-compose', ['--help']).error === undefined

test.skipIf(!hasDockerCompose)('docker-compose renders the same environments as this test', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tipdrop-compose-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  // Debian's version 1.29 knows neither the name of a project nor configs.
  const { name, configs, ...rest } = parse(readFileSync(composeFile, 'utf8'), { merge: true })
  expect({ name, configs: Object.keys(configs) }).toEqual({ name: 'tipdrop', configs: ['s3'] })
  delete rest.services.store.configs
  const file = join(folder, 'compose.yml')
  writeFileSync(file, stringify(rest, { version: '1.1' }))
  const run = (variables: Record<string, string>) =>
    spawnSync('docker-compose', ['-f', file, 'config'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...variables },
    })

  const { status, stdout, stderr } = run(given)

  expect(stderr).toBe('')
  expect(status).toBe(0)
  const { services } = Compose.parse(parse(stdout))
  for (const service of ['migrate', 'web', 'worker', 'proxy'])
    expect(services[service]?.environment).toEqual(environmentOf(service))
  expect(run({}).stderr).toContain('SESSION_SECRET')
})

/** Addresses of this machine for the host names of the compose file, whose ports are free there. */
const hosts = { database: '127.40.0.1', store: '127.40.0.2', mail: '127.40.0.3' }

/** Makes a process find these hosts by their names, as in a network of Docker. */
const findHosts = `--import=data:text/javascript,${encodeURIComponent(`
  import dns from 'node:dns'
  import { syncBuiltinESMExports } from 'node:module'
  const hosts = new Map(Object.entries(${JSON.stringify(hosts)}))
  const { lookup } = dns
  dns.lookup = (name, ...rest) => lookup(hosts.get(name) ?? name, ...rest)
  syncBuiltinESMExports()
`)}`

/** Passes connections to a port of the compose file on to a server on another one. */
async function forward(host: string, port: number, target: URL) {
  const server = createServer((socket) => {
    const onward = openConnection({ host: target.hostname, port: Number(target.port) })
    socket.pipe(onward).pipe(socket)
    for (const one of [socket, onward])
      one.on('error', () => {
        socket.destroy()
        onward.destroy()
      })
  })
  await new Promise<void>((done) => server.listen(port, host, done))
  onTestFinished(() => void server.close())
}

/** The database, store and mail catcher of the compose file, at the addresses that its environment names. */
async function startServices() {
  const env = environmentOf('web')
  const database = new URL(await startExternalPostgres(postgresFolder))
  const own = new URL(env.DATABASE_URL ?? '')
  const owner = new pg.Client({
    host: database.hostname,
    port: Number(database.port),
    user: 'owner',
    database: 'postgres',
  })
  await owner.connect()
  await owner.query(`create role ${own.username} login password '${own.password}'`)
  await owner.query(`create database tipdrop owner ${own.username}`).finally(() => owner.end())
  await forward(hosts.database, Number(own.port), database)

  const store = await startObjectStore({
    accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
  })
  onTestFinished(() => store.stop())
  await store.newBucket(env.S3_BUCKET)
  await forward(hosts.store, Number(new URL(env.S3_ENDPOINT ?? '').port), new URL(store.endpoint))

  const emails: Array<string> = []
  const mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, _, done) {
      emails.push(String(await buffer(stream)))
      done()
    },
  })
  mail.on('error', () => undefined)
  const mailPort = Number(new URL(env.SMTP_URL ?? '').port)
  await new Promise<void>((done) => void mail.listen(mailPort, hosts.mail, done))
  onTestFinished(() => new Promise<void>((closed) => mail.close(() => closed())))
  return { emails, storeRequests: store.requests }
}

type Services = Awaited<ReturnType<typeof startServices>>

function emailWith({ emails }: Services, address: string, pattern: RegExp): string | undefined {
  const found = emails.find((one) => one.includes(`To: ${address}`) && pattern.test(one))
  return found && pattern.exec(found)?.[1]
}

/** Runs the server until it ends by itself, as a job. */
async function runToEnd(settings: Record<string, string>) {
  const child = spawn(process.execPath, ['dist/server.js'], {
    env: settings,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [errors, code] = await Promise.all([
    text(child.stderr),
    new Promise<number | null>((done) => child.once('exit', done)),
  ])
  return { code, errors }
}

const canRun = existsSync(postgresFolder) && existsSync(join(root, 'dist/server.js'))

test.skipIf(!canRun)(
  'with exactly the environment of compose.yml one signs in by email, sells and buys',
  { tags: ['long'], timeout: 300_000 },
  async () => {
    const services = await startServices()
    const dataDir = mkdtempSync(join(tmpdir(), 'tipdrop-compose-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const processOf = (service: string) => ({
      ...environmentOf(service),
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      NODE_OPTIONS: findHosts,
    })
    const start = async (service: string) => {
      const process = await startServerProcess(processOf(service), { dataDir })
      onTestFinished(() => process.stop())
      await process.start()
      return process
    }

    expect(await runToEnd(processOf('web'))).toMatchObject({
      code: 78,
      errors: expect.stringContaining('migration'),
    })
    expect(await runToEnd(processOf('migrate'))).toEqual({ code: 0, errors: '' })
    const [web, other] = [await start('web'), await start('web')]
    await start('worker')

    const creator = createClient(web.url)
    await creator.signInByCode(given.ADMIN_EMAIL, async () =>
      emailWith(services, given.ADMIN_EMAIL, /Subject: .*(\d{3} \d{3})/),
    )
    const item = await creator.publish(Buffer.from('the very bytes'))
    const fan = createClient(other.url)
    const { purchase } = await fan.buys(item)
    const bytes = await fan.download(item)

    expect(purchase.id).toBeGreaterThan(0)
    expect(String(bytes)).toBe('the very bytes')
    expect(services.storeRequests.some((request) => request.startsWith('PUT /tipdrop/'))).toBe(true)
    await expect
      .poll(() => emailWith(services, 'fan@example.com', /(https:\/\/localhost\/access\/)/), {
        timeout: 20_000,
      })
      .toBeDefined()
  },
)
