import { once } from 'node:events'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { mailerContractTests } from '../../ports/mailer.contract-test.ts'
import { maxConcurrentEmails } from '../../ports/mailer.ts'
import { smtpMailer } from './smtp-mailer.ts'

const email = { to: 'fan@example.com', subject: 'Your file', text: 'Here it is.', html: '<p>Here it is.</p>' }

/** A mail server on loopback that stores what it is sent. */
async function startMailServer(options: SMTPServerOptions = {}) {
  const received: Array<Buffer> = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
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
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening')
  onTestFinished(() => new Promise<void>((closed) => server.close(() => closed())))
  return { received, server, port: address.port }
}

function mailerAt(url: string) {
  const mailer = smtpMailer({ url, from: 'Tips <tips@example.com>' })
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
