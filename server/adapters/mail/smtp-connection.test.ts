import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { createTransport } from 'nodemailer'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { smtpErrorMessage } from './smtp-mailer.ts'

const folder = mkdtempSync(join(tmpdir(), 'tipdrop-smtp-tls-'))
afterAll(() => rmSync(folder, { recursive: true }))
const made = spawnSync('openssl', [
  ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=mail.example'],
  ...['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')],
])
const own = (): TlsOptions => ({
  key: readFileSync(join(folder, 'key.pem')),
  cert: readFileSync(join(folder, 'cert.pem')),
})

async function listen(server: Server): Promise<number> {
  const sockets = new Set<{ destroy(): void }>()
  server.on('connection', (socket) => sockets.add(socket.on('error', () => undefined)))
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return Object(server.address()).port
}

/** What the start and the doctor say about the mail server at a port. */
async function messageAbout(protocol: 'smtp' | 'smtps', port: number, timeoutMs = 5_000): Promise<string> {
  // As the mailer's own: an idle socket times out well after the greeting does.
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: 4 * timeoutMs }
  const transport = createTransport({ host: '127.0.0.1', port, secure: protocol === 'smtps', ...timeouts })
  const error = await transport.verify().catch((reason: unknown) => reason)
  return smtpErrorMessage(error, `${protocol}://me:hunter2@127.0.0.1:${port}`)
}

test('a port that begins without TLS, asked with smtps://, is told as a failed handshake', async () => {
  const port = await listen(createServer((socket) => void socket.write('220 mail.example ESMTP\r\n')))

  expect(await messageAbout('smtps', port)).toBe(
    `SMTP_URL: the TLS handshake with 127.0.0.1:${port} fails (wrong version number). If this port begins without TLS, such as 587 and 25, use smtp://. Otherwise read the log of the mail server.`,
  )
})

test('a server with an old version of TLS, and one that closes in the handshake, are told as failed handshakes', async () => {
  const old = await listen(
    createTlsServer({ ...own(), maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'ALL:@SECLEVEL=0' }),
  )
  const closing = await listen(createServer((socket) => socket.destroy()))

  expect(made.status).toBe(0)
  expect(await messageAbout('smtps', old)).toContain('fails (tlsv1 alert protocol version)')
  expect(await messageAbout('smtps', closing)).toContain('the TLS handshake with')
})

test('a certificate that no one trusts is named as such', async () => {
  const port = await listen(createTlsServer(own()))

  expect(await messageAbout('smtps', port)).toMatch(
    /^SMTP_URL: the certificate of 127\.0\.0\.1:\d+ is not trusted/,
  )
})

test('a port that begins with TLS, asked with smtp://, says nothing, and smtps:// is named', async () => {
  const port = await listen(createTlsServer(own()))

  expect(await messageAbout('smtp', port, 500)).toContain(
    'says nothing. If this port begins with TLS, such as 465, use smtps://',
  )
})

test('a closed port, a server that never answers and a missing host have their own codes', async () => {
  const silent = await listen(createServer())

  expect(await messageAbout('smtp', 1)).toContain('no mail server responds at 127.0.0.1:1 (ECONNREFUSED)')
  expect(await messageAbout('smtps', silent, 500)).toContain(
    '(ETIMEDOUT). Check host and port, and whether a firewall',
  )
  const missing = Object.assign(new Error('getaddrinfo ENOTFOUND mail.invalid'), { code: 'EDNS' })
  expect(smtpErrorMessage(missing, 'smtp://mail.invalid:587')).toContain('mail.invalid:587 (ENOTFOUND)')
})
