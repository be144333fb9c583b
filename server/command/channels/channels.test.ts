import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder } from '../../../tests/support/backup-fixture.ts'
import { readConfig } from '../../config.ts'
import { postTestAlert, testAlertEmail, testEmail } from '../../features/telling/alerts/send-test.ts'
import { alertAddresses, requestProblem, sendNow } from './channels.ts'
import { writtenEmails } from './written-emails.ts'

async function mailServer(
  options: SMTPServerOptions = {},
): Promise<{ url: string; received: Array<string> }> {
  const received: Array<string> = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _, done) {
      text(stream).then((email) => {
        received.push(email)
        done(null, 'queued as 4711')
      }, done)
    },
    ...options,
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((closed) => server.close(() => closed())))
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, received }
}

async function configWith(settings: Record<string, string>) {
  return readConfig({ DATA_DIR: await tempFolder(), MAIL_FROM: 'Tips <tips@example.com>', ...settings })
}

test('a test email says what the mail server answered', async () => {
  const { url, received } = await mailServer()
  const config = await configWith({ SMTP_URL: url })

  const outcomes = await sendNow(config, [testEmail(config, 'ada@example.com')])

  expect(outcomes).toEqual([
    {
      level: 'ok',
      text: 'The mail server took the email to ada@example.com. It answered: 250 queued as 4711',
    },
  ])
  expect(received[0]).toContain('Subject: A test of Tipdrop')
})

test('a refused recipient and a mail server that is away are said with what to do', async () => {
  const { url } = await mailServer({
    onRcptTo: (_, __, done) => done(Object.assign(new Error('no such user'), { responseCode: 550 })),
  })
  const refused = await configWith({ SMTP_URL: url })
  const away = await configWith({ SMTP_URL: 'smtp://127.0.0.1:1' })
  const email = testEmail(refused, 'nobody@example.com')

  const [one] = await sendNow(refused, [email])
  const [other] = await sendNow(away, [email])

  expect(one).toMatchObject({ level: 'fail' })
  expect(one?.text).toMatch(/^The mail server refused the email to nobody@example\.com: .*550 no such user/)
  expect(other).toMatchObject({ level: 'fail' })
  expect(other?.text).toMatch(/^SMTP_URL: no mail server responds at 127\.0\.0\.1:1 /)
})

test('without a mail server a test email says where it was written, and that no one gets it', async () => {
  const config = await configWith({})

  const [outcome] = await sendNow(config, [testEmail(config, 'ada@example.com')])

  expect(outcome?.level).toBe('warn')
  expect(outcome?.text).toMatch(
    /^SMTP_URL is not set, so the email to ada@example\.com was written to .*\/mail\. No one gets it: npm run tipdrop -- mail shows it\.$/,
  )
  expect(await writtenEmails(config.dataDir)).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC {2}ada@example\.com {2}A test of Tipdrop$/),
    '',
    expect.stringContaining('test'),
  ])
})

test('alerts go to NOTIFICATION_EMAILS, else to ADMIN_EMAIL', async () => {
  const admin = { ADMIN_EMAIL: 'ada@example.com' }

  expect(await alertAddresses(await configWith({}))).toEqual([])
  expect(await alertAddresses(await configWith(admin))).toEqual(['ada@example.com'])
  expect(
    await alertAddresses(
      await configWith({ ...admin, NOTIFICATION_EMAILS: 'ops@example.com,b@example.com' }),
    ),
  ).toEqual(['ops@example.com', 'b@example.com'])
})

test('a test alert is told as every alert is: an email, and two signed messages', async () => {
  const posted: Array<{ type: string; data: { kind: string; resolvedAt: string | null } }> = []
  let status = 200
  const server = createServer(async (request, response) => {
    expect(request.headers['webhook-signature']).toMatch(/^v1,/)
    posted.push(JSON.parse(await text(request)))
    response.writeHead(status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/alerts`
  const config = await configWith({ ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: 'whsec_'.padEnd(50, 'A') })
  const webhook = config.alertWebhook
  if (!webhook) throw new Error('No webhook')
  const now = new Date('2026-03-01T12:00:00Z')

  expect(await postTestAlert(config, webhook, now)).toBe(200)
  expect(posted.map(({ type, data }) => [type, data.kind, data.resolvedAt])).toEqual([
    ['alert.raised', 'test', null],
    ['alert.resolved', 'test', now.toISOString()],
  ])
  expect(testAlertEmail(config, 'ops@example.com', now)).toMatchObject({
    to: 'ops@example.com',
    subject: 'Alert: This is a test',
  })
  status = 500
  await expect(postTestAlert(config, webhook, now)).rejects.toThrow('The alert webhook answered 500')
  const away = { ...webhook, url: 'http://127.0.0.1:1/' }
  const problem = await postTestAlert(config, away, now).catch(requestProblem)
  expect(problem).not.toBe('fetch failed')
})
