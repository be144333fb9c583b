import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { alertGuides, alertKinds } from '../../../../contract/alerts.ts'
import { updateInstanceSettings } from '../../../../contract/instance-settings.ts'
import { sentEmails } from '../../../../tests/support/sent-emails.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { enqueueAlertDigests, signWebhook } from './notices.ts'
import { raiseAlert, resolveAlerts } from './service.ts'

const secret = 'a secret for the webhook'

function raise(w: TestApp, target = 'disk', kind: 'storage-low' | 'mail-unavailable' = 'storage-low') {
  return w.db.transaction((tx) => raiseAlert(tx, w.ports, { kind, target, message: 'Only 2 GB are left.' }))
}

async function alertMails(w: TestApp) {
  await w.runJobs()
  return (await sentEmails(w)).filter(({ subject }) => /alert/i.test(subject))
}

test('every kind of alert has a title and says what to do', () => {
  for (const kind of alertKinds) {
    expect(alertGuides[kind].title, kind).toMatch(/^[A-Z].{5,70}[^.]$/)
    expect(alertGuides[kind].action, kind).toMatch(/^[A-Z].{5,160}\.$/)
  }
})

test('a new alert is emailed with what happened, since when and what to do', async () => {
  const w = await createTestApp()
  await raise(w)

  const [mail, ...others] = await alertMails(w)

  expect(others).toEqual([])
  expect(mail).toMatchObject({ to: 'admin@example.com', subject: 'Alert: The disk is running out of space' })
  expect(mail?.text).toContain('Only 2 GB are left.')
  expect(mail?.text).toContain('Since: Mar 1, 2026, 12:00 PM UTC')
  expect(mail?.text).toContain('What to do: Make room on the disk')
})

test('an alert that several processes raise at once is emailed once to each address', async () => {
  const w = await createTestApp({ env: { NOTIFICATION_EMAILS: 'ops@example.com,lena@example.com' } })

  await Promise.all(Array.from({ length: 8 }, () => raise(w)))
  await raise(w)

  expect((await alertMails(w)).map(({ to }) => to).toSorted()).toEqual([
    'lena@example.com',
    'ops@example.com',
  ])
})

test('an alert of a rolled back transaction is told to no one', async () => {
  const w = await createTestApp()
  const alert = { kind: 'storage-low', target: 'disk', message: 'x' } as const

  await w.db
    .transaction(async (tx) => {
      await raiseAlert(tx, w.ports, alert)
      throw new Error('rolled back')
    })
    .catch(() => undefined)

  expect(await alertMails(w)).toEqual([])
})

test('more alerts of a kind within an hour wait for the digest, and a later one is emailed', async () => {
  const w = await createTestApp()
  await raise(w, 'one')
  w.clock.advance(60_000)
  await raise(w, 'two')
  expect(await alertMails(w)).toHaveLength(1)

  w.clock.advance(2 * 3_600_000)
  await raise(w, 'three')

  expect(await alertMails(w)).toHaveLength(2)
})

test('the digest of open alerts is emailed once a day, and not when all are resolved', async () => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')
  await admin.call(updateInstanceSettings, { body: { notificationAddresses: ['ops@example.com'] } })
  await raise(w)
  await alertMails(w)
  const digests = async () => (await alertMails(w)).filter(({ subject }) => subject.includes('open alert'))

  await enqueueAlertDigests(w.ports)
  // Another process.
  await enqueueAlertDigests({ ...w.ports })
  const [first] = await digests()
  expect(first).toMatchObject({ to: 'ops@example.com', subject: '1 open alert on Tipdrop' })
  expect(first?.text).toContain(
    'The disk is running out of space\nOnly 2 GB are left.\nSince Mar 1, 2026, 12:00 PM UTC\nWhat to do: Make room',
  )
  w.clock.advance(24 * 3_600_000)
  await enqueueAlertDigests(w.ports)
  expect(await digests()).toHaveLength(2)
  await w.db.transaction((tx) => resolveAlerts(tx, w.ports, { kinds: ['storage-low'], target: 'disk' }))
  w.clock.advance(24 * 3_600_000)
  await enqueueAlertDigests(w.ports)

  expect(await digests()).toHaveLength(2)
})

test('the webhook gets a signed alert and its resolution, and is retried with the same id', async () => {
  const received: Array<{ headers: Record<string, unknown>; body: string }> = []
  let status = 503
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening')
  const url = `http://127.0.0.1:${address.port}/alerts`
  const w = await createTestApp({ env: { ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: secret } })
  await raise(w)
  await w.runJobs()
  status = 204
  await w.runJobs()
  expect(received).toHaveLength(1)
  w.clock.advance(2_000)
  await w.db.transaction((tx) => resolveAlerts(tx, w.ports, { kinds: ['storage-low'], target: 'disk' }))
  await w.runJobs()

  const [refused, accepted, end] = received
  expect(accepted?.headers['webhook-id']).toBe(refused?.headers['webhook-id'])
  expect(JSON.parse(accepted?.body ?? '')).toMatchObject({
    type: 'alert.raised',
    data: { kind: 'storage-low', message: 'Only 2 GB are left.', since: '2026-03-01T12:00:00.000Z' },
  })
  expect(JSON.parse(end?.body ?? '')).toMatchObject({
    type: 'alert.resolved',
    data: { resolvedAt: '2026-03-01T12:00:02.000Z' },
  })
  const {
    'webhook-id': id,
    'webhook-timestamp': at,
    'webhook-signature': signature,
  } = accepted?.headers ?? {}
  const expected = createHmac('sha256', secret).update(`${id}.${at}.${accepted?.body}`).digest('base64')
  expect(signature).toBe(`v1,${expected}`)
})

test('a secret of Standard Webhooks signs as their libraries expect', () => {
  // The example of their reference implementations.
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' }

  expect(signWebhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', message)).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  )
})
