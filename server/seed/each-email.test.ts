import { expect, test } from 'vitest'
import { createTestApp } from '../../tests/support/test-app.ts'
import { mailboxKey } from '../http/dev-mailbox.ts'
import { seedEachEmail } from './each-email.ts'

test('every kind of email is sent, has one heading, at most one filled button and no empty part, and its pictures load elsewhere', async () => {
  const w = await createTestApp({ env: { ADMIN_EMAIL: 'admin@example.com' } })
  const clock = {
    now: () => w.clock.now(),
    set: (at: Date) => w.clock.advance(at.getTime() - w.clock.now().getTime()),
  }
  await seedEachEmail(w.ports, w.sandbox, clock)
  await w.runJobs()
  const visitor = w.visitor()
  const local = { headers: { host: 'localhost:3000' } }
  await visitor.send('GET', `/dev/mail?key=${mailboxKey(w.ports.secret)}`, local)

  const all = await visitor.send('GET', '/dev/mail/all', local)

  expect(/Not sent here yet: [^.]*/.exec(all.payload)?.[0]).toBeUndefined()
  const pictures = new Set<string>()
  for (const [, path = ''] of all.payload.matchAll(/<iframe title="\w+" src="([^"]+)"/g)) {
    const { payload: html, headers } = await visitor.send('GET', path, local)
    expect(headers['content-security-policy'], path).toMatch(/^sandbox;/)
    expect(html.match(/<h1/g), path).toHaveLength(1)
    expect(html.match(/class="button"/g)?.length ?? 0, path).toBeLessThanOrEqual(1)
    expect(html, path).not.toMatch(/undefined|null|NaN|\[object|<p[^>]*><\/p>/)
    for (const [, url = ''] of html.matchAll(/<img src="([^"]+)"/g))
      pictures.add(url.replaceAll('&amp;', '&'))
  }
  expect(pictures.size).toBeGreaterThan(1)
  for (const url of pictures) {
    const { statusCode, headers } = await w.visitor().send('GET', url.slice(w.ports.config.publicUrl.length))
    expect([statusCode, headers['cross-origin-resource-policy']], url).toEqual([200, 'cross-origin'])
  }
})
