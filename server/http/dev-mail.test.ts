import { expect, test } from 'vitest'
import { world } from '../../tests/world.ts'

const here = { host: 'localhost:3000' }

test('the mailbox is open to the person at this machine', async () => {
  const w = await world()

  const answer = await w.visitor().send('GET', '/dev/mail', { headers: here })

  expect(answer.statusCode).toBe(200)
  expect(answer.payload).toContain('Mailbox')
})

test.each([
  ['another name that was made to lead here', { host: 'evil.example' }],
  ['a proxy in front', { ...here, 'x-forwarded-for': '8.8.8.8' }],
  ['a proxy in front, in the standard words', { ...here, forwarded: 'for=8.8.8.8' }],
  ['a proxy that only says its name', { ...here, via: '1.1 proxy' }],
])('the mailbox is not there for %s', async (_, headers) => {
  const w = await world()
  await w.creator()

  const answer = await w.visitor().send('GET', '/dev/mail', { headers })

  expect(answer.statusCode).toBe(404)
  expect(answer.payload).not.toMatch(/\d{3} \d{3}/)
})

test('somebody on the same network is not at this machine', async () => {
  const w = await world()

  const answer = await w.app.inject({ url: '/dev/mail', headers: here, remoteAddress: '192.168.1.7' })

  expect(answer.statusCode).toBe(404)
})
