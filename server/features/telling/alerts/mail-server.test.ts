import { once } from 'node:events'
import { createServer } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { requestSignInCode } from '../../../../contract/accounts.ts'
import { getDeliveryHealth } from '../../../../contract/instance.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { smtpMailer } from '../../../adapters/mail/smtp-mailer.ts'
import { alertingMailer } from './mail-server.ts'

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  await new Promise((done) => probe.close(done))
  return address !== null && typeof address === 'object' ? address.port : 0
}

/** A mail server on loopback; returns the recipients it was given. */
async function mailServer(port: number, rejectedAddress?: string) {
  const recipients: Array<string> = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // The mailer keeps its connection open, and closing the server waits for it.
    closeTimeout: 100,
    onRcptTo: ({ address }, _, done) =>
      done(
        address === rejectedAddress ? Object.assign(new Error('No such user'), { responseCode: 550 }) : null,
      ),
    onData(stream, { envelope }, done) {
      stream.resume().on('end', () => {
        recipients.push(...envelope.rcptTo.map(({ address }) => address))
        done()
      })
    },
  })
  server.on('error', () => undefined)
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((closed) => server.close(() => closed())))
  return recipients
}

async function instanceWithSmtp() {
  const w = await createTestApp()
  const port = await freePort()
  const mailer = smtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'tips@example.com' })
  onTestFinished(() => mailer.close())
  w.ports.mailer = alertingMailer({ ...w.ports, mailer })
  const health = async () => (await w.visitor().call(getDeliveryHealth)).body
  return { w, port, health }
}

test('an unresponsive mail server raises an alert at once, which resolves when it is back', async () => {
  const { w, port, health } = await instanceWithSmtp()

  const requested = await w.visitor().call(requestSignInCode, { body: { email: 'mara@example.com' } })
  const duringOutage = await health()
  await w.runPeriodicTasks()
  const stillUnavailable = await health()
  const recipients = await mailServer(port)
  await w.runPeriodicTasks()
  const afterOutage = await health()
  w.clock.advance(2_000)
  await w.runJobs()

  expect(requested.body).toEqual({ sent: false })
  expect(duringOutage).toMatchObject({ status: 'degraded', unavailable: ['mail'] })
  expect(stillUnavailable).toMatchObject({ unavailable: ['mail'] })
  expect(afterOutage).toMatchObject({ unavailable: [] })
  // The code first, then the email about the alert.
  expect(recipients).toEqual(['mara@example.com', 'admin@example.com'])
})

test('a rejected recipient raises no alert', async () => {
  const { w, port, health } = await instanceWithSmtp()
  const recipients = await mailServer(port, 'gone@example.com')

  const requested = await w.visitor().call(requestSignInCode, { body: { email: 'gone@example.com' } })

  expect(requested.body).toEqual({ sent: false })
  expect(recipients).toEqual([])
  expect(await health()).toMatchObject({ unavailable: [] })
})
