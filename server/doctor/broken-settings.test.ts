import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startBrokenStore } from '../../tests/support/broken-store.ts'
import { externalDatabaseUrl } from '../../tests/support/external-postgres.ts'
import { startObjectStore } from '../../tests/support/object-store.ts'
import { client, startOidcProvider } from '../../tests/support/oidc-provider.ts'
import { freePort } from '../../tests/support/server-process.ts'
import { runDoctor } from './run.ts'

const tls = mkdtempSync(join(tmpdir(), 'tipdrop-doctor-tls-'))
afterAll(() => rmSync(tls, { recursive: true }))
spawnSync('openssl', [
  ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=wrong.example'],
  ...['-keyout', join(tls, 'key.pem'), '-out', join(tls, 'cert.pem')],
])

type Env = Record<string, string>

async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-doctor-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Runs the doctor with an empty DATA_DIR, which stays empty. */
async function doctor(env: Env = {}, { args = [] as Array<string>, timeoutMs = 5_000 } = {}) {
  const folder = await tempFolder()
  const texts: Array<string> = []
  const code = await runDoctor({
    env: {
      DATA_DIR: join(folder, 'data'),
      PORT: String(await freePort()),
      ADMIN_EMAIL: 'a@example.com',
      ...env,
    },
    args,
    print: (text) => texts.push(text),
    timeoutMs,
  })
  expect(await readdir(folder)).toEqual([])
  const text = texts.join('\n')
  // No check may end with a statement, a value of one, or nothing to do.
  expect(text).not.toMatch(/Failed query|params:|configure\.md/)
  for (const [, level, next = ''] of text.matchAll(/^(warn|fail) .*(\n.*)?/gm))
    expect(next, `${level} without what to do in:\n${text}`).toMatch(/^\n\s+→ \S/)
  return { code, text, folder }
}

async function listen(server: Server): Promise<number> {
  const sockets = new Set<{ destroy(): void }>()
  server.on('connection', (socket) => sockets.add(socket.on('error', () => undefined)))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return Object(server.address()).port
}

const http = (answer: RequestListener) => listen(createHttpServer(answer))
const silent = () => listen(createServer())
const wrongCertificate = () =>
  listen(
    createHttpsServer({
      key: readFileSync(join(tls, 'key.pem')),
      cert: readFileSync(join(tls, 'cert.pem')),
    }).on('tlsClientError', () => undefined),
  )

test('in an empty folder with nothing set, nothing fails and nothing is made', async () => {
  const { code, text } = await doctor()

  expect(code).toBe(0)
  expect(text).toMatch(/^ok {4}database {10}None yet: the first start makes it in /m)
  expect(text).toMatch(/^skip {2}not tried {9}There is no database yet: schema, instance, clock/m)
  expect(text).toMatch(/\d+ ok, \d+ not tried$/)
})

const tokens = { ALERT_WEBHOOK_SECRET: '0123456789abcdef' }
const mail = { MAIL_FROM: 'a@example.com' }

/** Settings with one mistake each, the line that names it, and what to do. */
const mistakes: Array<[what: string, env: () => Env | Promise<Env>, line: RegExp, fix: RegExp]> = [
  [
    'a setting that has no valid form',
    () => ({ LOG_LEVEL: 'loud' }),
    /^fail {2}settings {10}LOG_LEVEL must be one of fatal/m,
    /→ Correct LOG_LEVEL, or remove it\./,
  ],
  [
    'a group of settings that is incomplete',
    () => ({ OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'tips' }),
    /^fail {2}settings {10}OIDC_CLIENT_SECRET is not set/m,
    /→ Signing in with OIDC needs the client secret/,
  ],
  [
    'a database on a closed port',
    () => ({ DATABASE_URL: 'postgres://tips:hunter2@127.0.0.1:1/tips' }),
    /^fail {2}database {10}Cannot connect to the database in DATABASE_URL \(connect ECONNREFUSED 127\.0\.0\.1:1\)/m,
    /→ Check the URL, or unset it to use the bundled database\.\nok {4}file store/,
  ],
  [
    'a database that accepts and never answers',
    async () => ({ DATABASE_URL: `postgres://tips@127.0.0.1:${await silent()}/tips` }),
    /^fail {2}database {10}Cannot connect to the database in DATABASE_URL \(timeout expired\)/m,
    /→ Check the URL/,
  ],
  [
    'a mail server on a closed port',
    () => ({ ...mail, SMTP_URL: 'smtp://me:hunter2@127.0.0.1:1' }),
    /^fail {2}mail server {7}SMTP_URL: no mail server responds at 127\.0\.0\.1:1 \(ECONNREFUSED\)/m,
    /→ Check the host and the port\./,
  ],
  [
    'a mail server with a certificate for another name',
    async () => ({ ...mail, SMTP_URL: `smtps://127.0.0.1:${await wrongCertificate()}` }),
    /^fail {2}mail server {7}SMTP_URL: the certificate of 127\.0\.0\.1:\d+ is not trusted/m,
    /→ Use the host name it was issued for\./,
  ],
  [
    'an object store on a closed port',
    () => bucket('http://127.0.0.1:1'),
    /^fail {2}file store {8}S3_ENDPOINT: no object store responds at http:\/\/127\.0\.0\.1:1 \(ECONNREFUSED\)/m,
    /→ Check the address\./,
  ],
  [
    'an object store that refuses the key',
    () => brokenBucket('refuses the keys'),
    /^fail {2}file store {8}S3_ACCESS_KEY_ID: this key cannot write, read and delete in broken/m,
    /→ Grant it those permissions\./,
  ],
  [
    'a bucket that does not exist',
    () => brokenBucket('has no such bucket'),
    /^fail {2}file store {8}S3_BUCKET: there is no bucket broken at /m,
    /→ Create it, or set S3_BUCKET to an existing bucket\./,
  ],
  [
    'an object store that accepts and never answers',
    () => brokenBucket('hangs'),
    /^fail {2}file store {8}No answer in 5 seconds/m,
    /→ Is the object store reachable from this machine\?/,
  ],
  [
    'a folder for backups that does not exist',
    () => ({ BACKUP_TO: '/nonexistent/backups' }),
    /^fail {2}backup place {6}There is no folder \/nonexistent\/backups/m,
    /→ Mount its disk, or make it: sudo install -d -m 700 -o \w+ \//,
  ],
  [
    'a bucket for backups on a closed port',
    () => ({
      BACKUP_TO: 's3://backups/tips',
      BACKUP_S3_ENDPOINT: 'http://127.0.0.1:1',
      BACKUP_S3_REGION: 'auto',
      BACKUP_S3_ACCESS_KEY_ID: 'a',
      BACKUP_S3_SECRET_ACCESS_KEY: 'b',
    }),
    /^fail {2}backup place {6}BACKUP_S3_ENDPOINT: no object store responds/m,
    /→ Check the address\./,
  ],
  [
    'a key of backups with a wrong letter',
    () => ({ BACKUP_KEY: `age1${'q'.repeat(58)}` }),
    /^fail {2}backup key {8}BACKUP_KEY is not a key: a letter of it is wrong/m,
    /→ Copy it again from where it is stored/,
  ],
  [
    'an alert webhook on a closed port',
    () => ({ ...tokens, ALERT_WEBHOOK_URL: 'http://127.0.0.1:1/x' }),
    /^warn {2}alert webhook {5}127\.0\.0\.1:1: nothing listens there \(ECONNREFUSED\)/m,
    /→ Start it, or correct host and port of ALERT_WEBHOOK_URL\./,
  ],
  [
    'an alert webhook with an untrusted certificate',
    async () => ({ ...tokens, ALERT_WEBHOOK_URL: `https://127.0.0.1:${await wrongCertificate()}/x` }),
    /^warn {2}alert webhook {5}127\.0\.0\.1:\d+: its certificate is not trusted/m,
    /→ Serve the whole chain of the certificate/,
  ],
  [
    'an alert webhook whose path does not exist',
    async () => ({
      ...tokens,
      ALERT_WEBHOOK_URL: `http://127.0.0.1:${await http((_, response) => response.writeHead(404).end())}/x`,
    }),
    /^warn {2}alert webhook {5}127\.0\.0\.1:\d+ is there, but does not know the path/m,
    /→ Compare the path with what the receiver shows/,
  ],
  [
    'a collector that is no collector',
    async () => ({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await http((_, response) => response.writeHead(404).end())}`,
    }),
    /^warn {2}collector {9}http:\/\/127\.0\.0\.1:\d+\/v1\/traces answers 404/m,
    /→ Set OTEL_EXPORTER_OTLP_ENDPOINT to the collector’s port for OTLP over HTTP/,
  ],
  [
    'a sign-in provider that is none',
    async () => ({
      OIDC_ISSUER: `http://127.0.0.1:${await http((_, response) => response.end('<h1>Hello</h1>'))}`,
      OIDC_CLIENT_ID: 'tips',
      OIDC_CLIENT_SECRET: 'secret',
    }),
    /^fail {2}sign-in provider {2}http:\/\/127\.0\.0\.1:\d+\/\.well-known\/openid-configuration answers 200, and not as/m,
    /→ Set OIDC_ISSUER to the issuer that your provider names/,
  ],
  [
    'a port that another program has',
    async () => ({ PORT: String(await http((_, response) => response.end('hello'))) }),
    /^fail {2}port {14}Port \d+ is taken by another program/m,
    /→ Stop that one \(ss -ltnp shows it\), or set PORT to a free one\./,
  ],
  [
    'a public address that does not exist',
    async () => ({ ...demo, PUBLIC_URL: 'https://127-0-0-1.invalid' }),
    /^fail {2}public address {4}https:\/\/127-0-0-1\.invalid: (there is no such host|the name servers)/m,
    /→ (Correct the host of PUBLIC_URL|Check the network)/,
  ],
  [
    'a proxy that is trusted whoever it is',
    () => ({ TRUST_PROXY: '0.0.0.0/0' }),
    /^warn {2}proxy {13}TRUST_PROXY 0\.0\.0\.0\/0 trusts everyone/m,
    /→ Set it to the addresses of your own proxies only/,
  ],
]

const demo = { DEMO_MODE: 'true', SESSION_SECRET: '0123456789abcdef'.repeat(2), TRUST_PROXY: '127.0.0.1' }

function bucket(endpoint: string): Env {
  return {
    S3_ENDPOINT: endpoint,
    S3_REGION: 'auto',
    S3_BUCKET: 'tips',
    S3_ACCESS_KEY_ID: 'a',
    S3_SECRET_ACCESS_KEY: 'hunter2',
  }
}

async function brokenBucket(fault: Parameters<typeof startBrokenStore>[0]): Promise<Env> {
  const { settings, stop } = await startBrokenStore(fault)
  onTestFinished(stop)
  return { ...bucket(settings.endpoint), S3_BUCKET: settings.bucket }
}

test.each(mistakes)('%s has its line and what to do', async (_, env, line, fix) => {
  const { text } = await doctor(await env())

  expect(text).toMatch(line)
  expect(text.slice(text.search(line)).split('\n').slice(1, 3).join('\n')).toMatch(fix)
  expect(text).not.toContain('hunter2')
})

test('all wrong settings are said at once, the others are tried, and the exit code is 1', async () => {
  const { code, text } = await doctor({
    LOG_LEVEL: 'loud',
    S3_BUCKET: 'tips',
    CURRENCY: 'usd',
    BACKUP_TO: '/nonexistent',
    DATABASE_URL: 'mysql://x/y',
  })

  expect(code).toBe(1)
  for (const name of ['LOG_LEVEL', 'S3_ENDPOINT', 'S3_SECRET_ACCESS_KEY', 'CURRENCY', 'DATABASE_URL'])
    expect(text).toMatch(new RegExp(`^fail {2}settings {10}${name} `, 'm'))
  expect(text).toMatch(/^fail {2}backup place/m)
  expect(text).toMatch(/^skip {2}not tried {9}DATABASE_URL is wrong: database, schema/m)
  expect(text).toMatch(/^skip {2}not tried {9}S3_ENDPOINT is wrong: file store/m)
  expect(text).toMatch(/failed \(settings, backup place\)$/)
})

test('with everything hanging it ends within its time limit, and with --json it is one object', async () => {
  const port = await silent()
  const startedAt = performance.now()

  const { code, text } = await doctor(
    {
      DATABASE_URL: `postgres://a@127.0.0.1:${port}/a`,
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      ...mail,
      ...bucket(`http://127.0.0.1:${port}`),
      ...tokens,
      ALERT_WEBHOOK_URL: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      PORT: String(port),
      OIDC_ISSUER: `http://127.0.0.1:${port}`,
      OIDC_CLIENT_ID: 'a',
      OIDC_CLIENT_SECRET: 'b',
    },
    { args: ['--json'], timeoutMs: 4_000 },
  )

  expect(performance.now() - startedAt).toBeLessThan(20_000)
  expect(code).toBe(1)
  const { isOk, checks } = JSON.parse(text)
  expect(isOk).toBe(false)
  expect(checks).toContainEqual({
    name: 'collector',
    level: 'fail',
    detail: 'No answer in 4 seconds',
    fix: 'The collector does not answer in time. Is it running? Otherwise unset OTEL_EXPORTER_OTLP_ENDPOINT.',
  })
  expect(checks).toContainEqual({ name: 'schema', level: 'skip', detail: 'The database is away' })
})

test('a bucket and a folder for backups that work pass, and nothing is left in them', async () => {
  const store = await startObjectStore()
  onTestFinished(store.stop)
  const settings = await store.newBucket()
  const backups = await tempFolder()
  const env = {
    S3_ENDPOINT: settings.endpoint,
    S3_REGION: settings.region,
    S3_BUCKET: settings.bucket,
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  }

  const toFolder = await doctor({ ...env, BACKUP_TO: backups })
  const toBucket = await doctor({ ...env, BACKUP_TO: `s3://${settings.bucket}/archives` })

  expect(toFolder.text).toMatch(/^ok {4}file store {8}Wrote, read, listed and removed an object in bucket/m)
  expect(toFolder.text).toMatch(/^ok {4}backup place {6}Wrote, read and removed a file in /m)
  expect(toBucket.text).toMatch(/^ok {4}backup place {6}Wrote, read, listed and removed an object in s3:/m)
  expect(await readdir(backups)).toEqual([])
  const { createS3FileStore } = await import('../adapters/s3/file-store.ts')
  const left: Array<string> = []
  for await (const { key } of createS3FileStore(settings, { presignedUrlsEnabled: true }).list(''))
    left.push(key)
  expect(left).toEqual([])
})

test('a sign-in provider that knows the client passes, and a wrong secret fails', async () => {
  const { issuer } = await startOidcProvider(
    {},
    { backTo: 'http://localhost:3000/api/identity/callback/oidc' },
  )
  const env = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: client.id, OIDC_CLIENT_SECRET: client.secret }

  const right = await doctor({ ...env, PUBLIC_URL: 'http://localhost:3000' })
  const wrong = await doctor({ ...env, OIDC_CLIENT_SECRET: 'another' })

  expect(right.text).toMatch(/^ok {4}sign-in provider {2}http:\S+ knows the client tips$/m)
  expect(wrong.text).toMatch(
    /^fail {2}sign-in provider {2}http:\S+ rejects the client tips\n\s+→ Correct OIDC_CLIENT_ID/m,
  )
})

test('an operator’s own PostgreSQL: an empty database, a missing one, and a role that may not make tables', async (context) => {
  if (!existsSync('/usr/lib/postgresql')) context.skip('Debian’s PostgreSQL is not installed')
  const url = await externalDatabaseUrl()
  const missing = new URL(url)
  missing.pathname = '/nothing'

  const empty = await doctor({ DATABASE_URL: url })
  const none = await doctor({ DATABASE_URL: missing.href })
  const superuser = new URL(url)
  superuser.username = 'owner'
  const other = new URL(url)
  other.username = 'other'
  const admin = new pg.Client(superuser.href)
  await admin.connect()
  await admin.query('create role other login')
  const powerless = await doctor({ DATABASE_URL: other.href })
  await admin.query('create table some_table ()')
  await admin.query('alter table some_table owner to tips').finally(() => admin.end())
  const foreign = await doctor({ DATABASE_URL: other.href })

  expect(empty.code).toBe(0)
  expect(empty.text).toMatch(/^ok {4}database {10}PostgreSQL \d+, \d+ of \d+ connections/m)
  expect(empty.text).toMatch(/^ok {4}schema {12}The database is empty: the first start makes the schema$/m)
  expect(none.text).toMatch(/^fail {2}database {10}Cannot connect .*database "nothing" does not exist/m)
  expect(powerless.text).toMatch(
    /^fail {2}database {10}The role other may not create tables in the database tips\n\s+→ Make it the owner: alter/m,
  )
  expect(foreign.text).toMatch(
    /^fail {2}database {10}The tables belong to tips, and DATABASE_URL has the role other\n\s+→ Use the role that owns/m,
  )
})

test('a folder that the user may not write to is named with the user', async (context) => {
  if (process.getuid?.() === 0 || !existsSync('/usr')) context.skip('The superuser may write everywhere')
  const { text } = await doctor({ BACKUP_TO: '/usr' })

  expect(text).toMatch(
    /^fail {2}backup place {6}The user \S+ may not write to \/usr \(EACCES\)\n\s+→ Give the folder/m,
  )
})
