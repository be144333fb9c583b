import { updateProfile } from '../../contract/accounts.ts'
import { followCreator } from '../../contract/creators.ts'
import { createTestApp } from './test-app.ts'

/** A creator with a page at `/@mara`, and a visitor who may follow it. */
export async function creatorFixture() {
  const w = await createTestApp()
  const creator = await w.creator()
  await creator.call(updateProfile, {
    body: {
      firstName: 'Mara',
      handle: 'mara',
      bio: 'Slow music.',
      links: 'https://mara.example\nhttps://www.instagram.com/mara',
    },
  })
  const visitor = w.visitor()
  const inbox = async (to = 'fan@example.com') => {
    await w.runJobs()
    const list = (await w.mailbox.list()).filter((email) => email.to === to)
    return Promise.all(list.map(async ({ id }) => (await w.mailbox.read(id)) ?? { subject: '', text: '' }))
  }
  const follow = (email = 'fan@example.com') =>
    visitor.call(followCreator, { params: { handle: 'mara' }, body: { email } })
  const newestToken = async () =>
    /(?:following|unfollow)\/(\S+)/.exec((await inbox())[0]?.text ?? '')?.[1] ?? ''
  const post = (path: string, body = '') =>
    w.visitor().send('POST', path, {
      payload: body,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    })
  const confirmed = async () => {
    await follow()
    const token = await newestToken()
    await post(`/following/${token}`)
    return token
  }
  const publishAnnounced = (fields: Record<string, string> = {}) =>
    creator.publishText({ title: 'New song', notifyFollowers: 'true', ...fields })
  return { w, creator, visitor, inbox, follow, newestToken, post, confirmed, publishAnnounced }
}
