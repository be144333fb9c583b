import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { startBrokenStore } from '../tests/support/broken-store.ts'
import { startObjectStore } from '../tests/support/object-store.ts'
import { createDiskFileStore } from './adapters/disk/file-store.ts'
import { smtpMailer } from './adapters/mail/smtp-mailer.ts'
import { type S3Settings, s3ErrorMessage } from './adapters/s3/client.ts'
import { createS3FileStore } from './adapters/s3/file-store.ts'
import { readConfig } from './config.ts'
import { type FileStore, StoreUnavailableError } from './ports/file-store.ts'
import type { Mailer } from './ports/mailer.ts'
import { probeServices } from './start-probes.ts'

const timeouts = { connectMs: 300, idleMs: 300 }
const noMail: Mailer = { send: async () => undefined }

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'tipdrop-probe-'))
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}

type ProbeInput = { files: FileStore; mailer?: Mailer; env?: Record<string, string>; timeoutMs?: number }

const probe = ({ files, mailer = noMail, env = {}, timeoutMs = 5_000 }: ProbeInput) =>
  probeServices({ config: readConfig(env), fileStore: files, mailer }, timeoutMs)

function probeBucket(settings: S3Settings, timeoutMs?: number) {
  const env = {
    S3_ENDPOINT: settings.endpoint,
    S3_REGION: settings.region,
    S3_BUCKET: settings.bucket,
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  }
  return probe({
    files: createS3FileStore(settings, { presignedUrlsEnabled: true, timeouts }),
    env,
    ...(timeoutMs && { timeoutMs }),
  })
}

test('a working disk and bucket pass the probe, which leaves nothing behind', async () => {
  const disk = createDiskFileStore(await folder())
  const objectStore = await startObjectStore()
  onTestFinished(objectStore.stop)
  const bucket = await objectStore.newBucket()

  expect(await probe({ files: disk })).toEqual([])
  expect(await probeBucket(bucket)).toEqual([])

  for (const store of [disk, createS3FileStore(bucket, { presignedUrlsEnabled: true })]) {
    const remaining: Array<string> = []
    for await (const { key } of store.list('store/')) remaining.push(key)
    expect(remaining).toEqual([])
  }
})

test('a folder that is not writable names DATA_DIR', async () => {
  const path = join(await folder(), 'files')
  await writeFile(path, 'a file in the place of the folder')

  expect(await probe({ files: createDiskFileStore(path) })).toEqual([
    expect.stringMatching(/^DATA_DIR\/files is not writable .* Set DATA_DIR/),
  ])
})

test('a wrong bucket names S3_BUCKET, and a wrong or unresponsive address names S3_ENDPOINT', async () => {
  const objectStore = await startObjectStore()
  const hanging = await startBrokenStore('hangs')
  onTestFinished(async () => {
    await Promise.all([objectStore.stop(), hanging.stop()])
  })
  const bucket = await objectStore.newBucket()

  expect(await probeBucket({ ...bucket, bucket: 'nosuch' })).toEqual([
    `S3_BUCKET: there is no bucket nosuch at ${objectStore.endpoint}. Create it, or set S3_BUCKET to an existing bucket.`,
  ])
  expect(await probeBucket({ ...bucket, endpoint: 'http://127.0.0.1:1' })).toEqual([
    'S3_ENDPOINT: no object store responds at http://127.0.0.1:1 (ECONNREFUSED). Check the address.',
  ])
  expect(await probeBucket(hanging.settings, 200)).toEqual([
    expect.stringMatching(/^S3_ENDPOINT: no object store responds at .*no answer in 0.2 seconds/),
  ])
})

test('a key without permissions names S3_ACCESS_KEY_ID', async () => {
  const denyingStore = await startBrokenStore('refuses the keys')
  onTestFinished(denyingStore.stop)

  expect(await probeBucket(denyingStore.settings)).toEqual([
    'S3_ACCESS_KEY_ID: this key cannot write, read and delete in broken (AccessDenied). Grant it those permissions.',
  ])
})

test.each([
  [{ name: 'InvalidAccessKeyId', $metadata: { httpStatusCode: 403 } }, 'S3_ACCESS_KEY_ID: '],
  [{ name: 'SignatureDoesNotMatch', $metadata: { httpStatusCode: 403 } }, 'S3_SECRET_ACCESS_KEY: '],
  [{ name: 'AuthorizationHeaderMalformed', $metadata: { httpStatusCode: 400 } }, 'S3_REGION: '],
  [
    { name: 'Error', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    'S3_ENDPOINT: the certificate of https://s3 is not trusted',
  ],
])('%o names its setting', (cause, start) => {
  const error = new StoreUnavailableError('away', { cause })

  expect(s3ErrorMessage(error, { endpoint: 'https://s3', bucket: 'b', region: 'r' }).startsWith(start)).toBe(
    true,
  )
})

/** A mail server with one user. */
async function mailServer() {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      username === 'me' && password === 'right'
        ? done(null, { user: 'me' })
        : done(new Error('Wrong password')),
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((closed) => server.close(() => closed())))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening')
  return address.port
}

async function probeMail(url: string, timeoutMs?: number) {
  const mailer = smtpMailer({ url, from: 'tips@example.com' })
  onTestFinished(() => mailer.close())
  const env = { SMTP_URL: url, MAIL_FROM: 'tips@example.com' }
  return probe({ files: createDiskFileStore(await folder()), mailer, env, ...(timeoutMs && { timeoutMs }) })
}

test('a working mail server passes; a wrong password and port name SMTP_URL, without the password', async () => {
  const port = await mailServer()

  expect(await probeMail(`smtp://me:right@127.0.0.1:${port}`)).toEqual([])
  expect(await probeMail(`smtp://me:wrong@127.0.0.1:${port}`)).toEqual([
    `SMTP_URL: 127.0.0.1:${port} rejects the user name or password. Check both, and percent-encode special characters.`,
  ])
  expect(await probeMail('smtp://me:wrong@127.0.0.1:1')).toEqual([
    expect.stringMatching(
      /^SMTP_URL: no mail server responds at 127.0.0.1:1 \((ESOCKET|ECONNECTION|ECONNREFUSED)\)/,
    ),
  ])
})

test('an unresponsive mail server does not block the start', async () => {
  const silentServer = createServer().listen(0, '127.0.0.1')
  await once(silentServer, 'listening')
  const sockets = new Set<import('node:net').Socket>()
  silentServer.on('connection', (socket) => sockets.add(socket))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    silentServer.close()
  })
  const address = silentServer.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening')

  expect(await probeMail(`smtp://127.0.0.1:${address.port}`, 200)).toEqual([
    expect.stringMatching(/^SMTP_URL: no mail server responds at .*no answer in 0.2 seconds/),
  ])
})

test('a public instance does not start without a working store and mail server', async () => {
  const path = join(await folder(), 'files')
  await writeFile(path, 'a file in the place of the folder')
  const env = {
    PUBLIC_URL: 'https://tips.example.com',
    SESSION_SECRET: '0123456789abcdef'.repeat(2),
    DEMO_MODE: 'true',
  }

  await expect(probe({ files: createDiskFileStore(path), env })).rejects.toThrow(
    /^Tipdrop cannot start:\n {2}- DATA_DIR\/files is not writable/,
  )
  await expect(probe({ files: createDiskFileStore(await folder()), env })).resolves.toEqual([])
})
