import { expect, test } from 'vitest'
import { createTestApp, type TestApp, type Visitor } from '../../tests/support/test-app.ts'
import { mailboxKey, mailboxLink } from './dev-mailbox.ts'

const localHeaders = { host: 'localhost:3000' }

const keyPath = ({ ports }: TestApp) => `/dev/mail?key=${mailboxKey(ports.secret)}`
const open = (who: Visitor, path = '/dev/mail', headers: Record<string, string> = localHeaders) =>
  who.send('GET', path, { headers })

test('the link printed in the terminal gives a browser access to the mailbox', async () => {
  const w = await createTestApp()
  await w.creator()
  const visitor = w.visitor()

  const first = await open(visitor, keyPath(w))
  const second = await open(visitor)
  const [mail] = await w.mailbox.list()
  const one = await open(visitor, `/dev/mail/${mail?.id}`)

  expect(mailboxLink(w.ports)).toBe(`http://localhost:3000${keyPath(w)}`)
  expect([first.statusCode, first.headers.location]).toEqual([303, '/dev/mail'])
  expect(String(first.headers['set-cookie'])).toMatch(
    /^mailbox_3000=.+; Path=\/dev\/mail; HttpOnly; SameSite=Strict$/,
  )
  expect([second.statusCode, one.statusCode]).toEqual([200, 200])
  expect(second.payload).toMatch(/\d{3} \d{3} is your/)
})

test.each([
  '/dev/mail',
  '/dev/mail?key=',
  '/dev/mail?key=wrong',
  `/dev/mail?key=${'é'.repeat(22)}`,
  '/dev/mail?key=a&key=b',
])('%s without the key shows no email and says where the link is', async (path) => {
  const w = await createTestApp()
  await w.creator()
  const visitor = w.visitor()
  visitor.cookies.set('mailbox_3000', 'wrong')

  const list = await open(visitor, path)
  const [mail] = await w.mailbox.list()
  const one = await open(visitor, `/dev/mail/${mail?.id}`)

  expect([list.statusCode, one.statusCode]).toEqual([403, 403])
  expect(list.payload).toContain('Open mailbox with the link that the terminal printed')
  expect(list.payload + one.payload).not.toMatch(/\d{3} \d{3}/)
})

test('a proxy that rewrites Host and adds no header, like nginx by default, cannot read the mailbox', async () => {
  const w = await createTestApp()
  await w.creator('admin@example.com')

  const response = await open(w.visitor(), '/dev/mail', { host: '127.0.0.1:3000', connection: 'close' })

  expect(response.statusCode).toBe(403)
  expect(response.payload).not.toMatch(/\d{3} \d{3}/)
})

test.each([
  ['a foreign DNS name that resolves to this machine', { host: 'evil.example' }, 403],
  ['a proxy that sends X-Forwarded-For', { ...localHeaders, 'x-forwarded-for': '8.8.8.8' }, 404],
  ['a proxy that sends the standard Forwarded header', { ...localHeaders, forwarded: 'for=8.8.8.8' }, 404],
  ['a proxy that sends only a Via header', { ...localHeaders, via: '1.1 proxy' }, 404],
])('the mailbox does not exist for %s, even with the key', async (_, headers, status) => {
  const w = await createTestApp()
  await w.creator()

  const response = await open(w.visitor(), keyPath(w), headers)

  expect(response.statusCode).toBe(status)
  expect(response.headers['set-cookie']).toBeUndefined()
  expect(response.payload).not.toMatch(/\d{3} \d{3}/)
})

test('a request from the local network does not count as local', async () => {
  const w = await createTestApp()

  const response = await w.app.inject({
    url: keyPath(w),
    headers: localHeaders,
    remoteAddress: '192.168.1.7',
  })

  expect(response.statusCode).toBe(404)
})
