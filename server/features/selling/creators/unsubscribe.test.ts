import { expect, test } from 'vitest'
import { getFollower } from '../../../../contract/creators.ts'
import { creatorFixture } from '../../../../tests/support/creator-page-fixture.ts'
import { followers } from '../../../db/schema/index.ts'

const multipart =
  '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'

test.each([
  ['an URL-encoded form', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  ['a form in parts', 'multipart/form-data; boundary=x', multipart],
  ['plain text', 'text/plain', 'List-Unsubscribe=One-Click'],
  ['JSON that is none', 'application/json', '{'],
  ['a type that is none', 'x', 'List-Unsubscribe=One-Click'],
  ['a body without a type', undefined, 'List-Unsubscribe=One-Click'],
  ['an empty form', 'application/x-www-form-urlencoded', ''],
  ['no body', undefined, undefined],
])('a mail program’s unsubscribe request as %s gets 200, and no email follows', async (_, type, payload) => {
  const { w, confirmed, inbox, publishAnnounced } = await creatorFixture()
  const token = await confirmed()

  const response = await w.visitor().send('POST', `/unfollow/${token}`, {
    ...(payload !== undefined && { payload }),
    headers: { 'sec-fetch-site': 'cross-site', ...(type && { 'content-type': type }) },
  })
  await publishAnnounced()
  await w.runFollowerNotices()

  expect(response.statusCode).toBe(200)
  expect(response.headers.location).toBeUndefined()
  expect(await inbox()).toHaveLength(1)
})

test('the page’s own form returns to the page, and a forged link unsubscribes nobody', async () => {
  const { w, visitor, confirmed, post } = await creatorFixture()
  const token = await confirmed()

  const forged = `/unfollow/${token.split('.')[0]}.${'A'.repeat(43)}`
  expect((await w.visitor().send('POST', forged)).statusCode).toBe(404)
  expect((await visitor.call(getFollower, { params: { token } })).body.state).toBe('following')

  const sent = await post(`/unfollow/${token}`, 'page=1')
  expect(sent.statusCode).toBe(303)
  expect(sent.headers.location).toBe(`/unfollow/${token}`)
  expect((await visitor.call(getFollower, { params: { token } })).body.state).toBe('unsubscribed')
})

test('a mail program’s unsubscribe request gets 200 after the follower was forgotten', async () => {
  const { w, confirmed } = await creatorFixture()
  const token = await confirmed()
  await w.db.delete(followers)

  const { statusCode } = await w.visitor().send('POST', `/unfollow/${token}`)

  expect(statusCode).toBe(200)
})
