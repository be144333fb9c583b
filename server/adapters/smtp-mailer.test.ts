import { once } from 'node:events'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { mailerContractTests } from '../ports/mailer.contract-test.ts'
import { smtpMailer } from './smtp-mailer.ts'

const mail = { to: 'fan@example.com', subject: 'Your file', text: 'Here it is.', html: '<p>Here it is.</p>' }

/** A mail server on the loopback that keeps what it is sent. */
async function postOffice(options: SMTPServerOptions = {}) {
  const letters: Array<Buffer> = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, _, done) {
      const parts: Array<Buffer> = []
      for await (const part of stream) parts.push(part)
      letters.push(Buffer.concat(parts))
      done()
    },
    ...options,
  })
  // A client that hangs up is the business of the test, not a fault of the server.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening')
  onTestFinished(() => new Promise<void>((closed) => server.close(() => closed())))
  return { letters, server, port: address.port }
}

function mailerAt(url: string) {
  const mailer = smtpMailer({ url, from: 'Tips <tips@example.com>' })
  onTestFinished(() => mailer.close())
  return mailer
}

mailerContractTests('mail by SMTP', async () => {
  const { letters, port } = await postOffice()
  return { mailer: mailerAt(`smtp://127.0.0.1:${port}`), receivedMessages: async () => letters }
})

test('it signs in with the name and password of the address', async () => {
  const tried: Array<unknown> = []
  const { port, letters } = await postOffice({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth({ username, password }, _, done) {
      tried.push([username, password])
      done(null, { user: username })
    },
  })

  await mailerAt(`smtp://me%40example.com:p%2Fw%25d@127.0.0.1:${port}`).send(mail)

  expect(tried).toEqual([['me@example.com', 'p/w%d']])
  expect(letters).toHaveLength(1)
})

test('a server that refuses a mail is a fault, so that the outbox tries again, and the next mail goes out', async () => {
  let refusals = 1
  const { port, letters } = await postOffice({
    onRcptTo: (_, __, done) => (refusals-- > 0 ? done(new Error('Try later')) : done()),
  })
  const mailer = mailerAt(`smtp://127.0.0.1:${port}`)

  await expect(mailer.send(mail)).rejects.toThrow('Try later')
  await mailer.send(mail)

  expect(letters).toHaveLength(1)
})

test('a server that is not there is a fault', async () => {
  await expect(mailerAt('smtp://127.0.0.1:1').send(mail)).rejects.toThrow('ECONNREFUSED')
})

test('many mails at once share a few connections', async () => {
  let connections = 0
  const { port, letters } = await postOffice({
    onConnect(_, done) {
      connections += 1
      done()
    },
  })
  const mailer = mailerAt(`smtp://127.0.0.1:${port}`)

  await Promise.all(Array.from({ length: 20 }, () => mailer.send(mail)))

  expect(letters).toHaveLength(20)
  expect(connections).toBeLessThanOrEqual(3)
})

test('between machines nothing is sent over a connection that cannot be encrypted', async () => {
  const { port, letters } = await postOffice()

  // An address of this machine that does not look like one.
  await expect(mailerAt(`smtp://0.0.0.0:${port}`).send(mail)).rejects.toThrow(/TLS/)

  expect(letters).toEqual([])
})
