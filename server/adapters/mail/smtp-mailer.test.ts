import { once } from 'node:events'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../tests/support/server-process.ts'
import { mailerContractTests } from '../../ports/mailer.contract-test.ts'
import { maxConcurrentEmails } from '../../ports/mailer.ts'
import { connectPrivately, isPrivateAddress, PublicMailServerError } from './private-socket.ts'
import { smtpErrorMessage, smtpMailer } from './smtp-mailer.ts'

const email = { to: 'fan@example.com', subject: 'Your file', text: 'Here it is.', html: '<p>Here it is.</p>' }

/** A mail server on loopback that stores what it is sent. */
async function startMailServer(options: SMTPServerOptions = {}, atPort = 0) {
  const received: Array<Buffer> = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // Closing waits this long for connections that a mailer keeps alive.
    closeTimeout: 100,
    async onData(stream, _, done) {
      const parts: Array<Buffer> = []
      for await (const part of stream) parts.push(part)
      received.push(Buffer.concat(parts))
      done()
    },
    ...options,
  })
  // The test checks disconnects itself; they are no server error.
  server.on('error', () => undefined)
  server.listen(atPort, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening')
  onTestFinished(() => new Promise<void>((closed) => server.close(() => closed())))
  return { received, server, port: address.port }
}

function mailerAt(url: string, tls: 'required' | 'off' = 'required') {
  const mailer = smtpMailer({ url, from: 'Tips <tips@example.com>', tls })
  onTestFinished(() => mailer.close())
  return mailer
}

mailerContractTests('mail by SMTP', async () => {
  const { received, port } = await startMailServer()
  return { mailer: mailerAt(`smtp://127.0.0.1:${port}`), receivedMessages: async () => received }
})

test('the mailer signs in with the user and password of the URL', async () => {
  const credentials: Array<unknown> = []
  const { port, received } = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth({ username, password }, _, done) {
      credentials.push([username, password])
      done(null, { user: username })
    },
  })

  await mailerAt(`smtp://me%40example.com:p%2Fw%25d@127.0.0.1:${port}`).send(email)

  expect(credentials).toEqual([['me@example.com', 'p/w%d']])
  expect(received).toHaveLength(1)
})

test('a rejected email throws an error, so that the sender retries, and the next email is sent', async () => {
  let refusals = 1
  const { port, received } = await startMailServer({
    onRcptTo: (_, __, done) => (refusals-- > 0 ? done(new Error('Try later')) : done()),
  })
  const mailer = mailerAt(`smtp://127.0.0.1:${port}`)

  await expect(mailer.send(email)).rejects.toThrow('Try later')
  await mailer.send(email)

  expect(received).toHaveLength(1)
})

test('an unreachable server throws an error', async () => {
  await expect(mailerAt('smtp://127.0.0.1:1').send(email)).rejects.toThrow('ECONNREFUSED')
})

test('many concurrent emails share a few connections', async () => {
  let connections = 0
  const { port, received } = await startMailServer({
    onConnect(_, done) {
      connections += 1
      done()
    },
  })
  const mailer = mailerAt(`smtp://127.0.0.1:${port}`)

  await Promise.all(Array.from({ length: 20 }, () => mailer.send(email)))

  expect(received).toHaveLength(20)
  expect(connections).toBeLessThanOrEqual(maxConcurrentEmails)
})

test('an email to a server on another machine is not sent without TLS', async () => {
  const { port, received } = await startMailServer()

  // An address of this machine that is not a loopback address.
  await expect(mailerAt(`smtp://0.0.0.0:${port}`).send(email)).rejects.toThrow(/TLS/)

  expect(received).toEqual([])
})

test('with SMTP_TLS=off, a server of a private network without TLS is sent to', async () => {
  const { port, received } = await startMailServer()
  const mailer = mailerAt(`smtp://0.0.0.0:${port}`, 'off')

  await mailer.verify?.()
  await mailer.send(email)

  expect(received).toHaveLength(1)
})

test('with SMTP_TLS=off, a certificate that nobody signed is no reason not to send', async () => {
  const { port, received } = await startMailServer({ disabledCommands: [] })

  await mailerAt(`smtp://0.0.0.0:${port}`, 'off').send(email)

  expect(received).toHaveLength(1)
})

test('with SMTP_TLS=off, an unreachable server throws an error, and the next email is sent', async () => {
  const port = await freePort()
  const mailer = mailerAt(`smtp://0.0.0.0:${port}`, 'off')
  await expect(mailer.send(email)).rejects.toThrow('ECONNREFUSED')

  const { received } = await startMailServer({}, port)
  await mailer.send(email)

  expect(received).toHaveLength(1)
})

test('a public address is left before a byte is sent to it', async () => {
  const { port } = await startMailServer()
  const asked: Array<string> = []
  const isAllowed = (address: string) => {
    asked.push(address)
    return false
  }

  const connected = connectPrivately({ host: 'localhost', port, timeoutMs: 1_000 }, isAllowed)

  await expect(connected).rejects.toThrow(PublicMailServerError)
  expect(asked).toEqual(['127.0.0.1'])
  expect(smtpErrorMessage(new PublicMailServerError('9.9.9.9'), 'smtp://mail.example.com:25')).toBe(
    'SMTP_TLS=off is for a mail server in a private network, but mail.example.com:25 has the public address 9.9.9.9. Unset it.',
  )
})

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.18.0.5',
  '192.168.1.1',
  '100.64.0.1',
  '::1',
  'fd00::5',
  '::ffff:10.0.0.1',
])('%s is in a private network', (address) => expect(isPrivateAddress(address)).toBe(true))

test.each(['9.9.9.9', '172.32.0.1', '192.169.0.1', '2606:4700::1111', '::ffff:9.9.9.9', ''])(
  '%s is not in a private network',
  (address) => expect(isPrivateAddress(address)).toBe(false),
)
