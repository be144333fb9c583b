import { updateContent } from '../../contract/content-editing.ts'
import { getAccess } from '../../contract/purchases.ts'
import { buildUrl } from '../../contract/route.ts'
import { createTestApp, type TestApp, type Visitor } from './test-app.ts'

/** Posts a form as a browser does without scripts, and returns where it is led. */
export async function postForm(
  who: Visitor,
  url: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  const response = await who.send('POST', url, {
    payload: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      origin: 'null',
      ...headers,
    },
  })
  const target = new URL(String(response.headers.location ?? '/nowhere'), 'http://localhost')
  return {
    status: response.statusCode,
    path: target.pathname,
    token: target.pathname.split('/').at(-1) ?? '',
    query: Object.fromEntries(target.searchParams),
  }
}

/** What the access page shows to a browser. */
export async function openAccess(who: Visitor, token: string) {
  return who.call(getAccess, { params: { token } })
}

/** Posts the form until the server isn't busy: on a slow machine a call may wait too long for a connection. */
export async function postWhenAvailable(who: Visitor, url: string, fields: Record<string, string> = {}) {
  for (;;) {
    const answer = await postForm(who, url, fields)
    if (answer.query.problem !== 'unavailable' && answer.status !== 503) return answer
  }
}

/** Mara gives a text away. */
export async function freeFixture(
  fields: Record<string, string> = {},
  options: NonNullable<Parameters<typeof createTestApp>[0]> = {},
) {
  const w: TestApp = await createTestApp(options)
  const mara = await w.creator()
  const item = await mara.publishText({
    title: 'Three dusk presets',
    pricingModel: 'free',
    price: '',
    ...fields,
  })
  return {
    w,
    mara,
    item,
    get: (who: Visitor) => postForm(who, `/p/${item.id}`),
    async edit(changes: Record<string, string>) {
      const parts = Object.entries(changes).map(([name, value]) => ({ name, value }))
      const url = buildUrl(updateContent, { params: { id: item.id } })
      const { status, body } = await mara.form(url, parts, 'PATCH')
      if (status !== 200) throw new Error(`Not changed: ${JSON.stringify(body)}`)
      return body
    },
    /** The emails to an address, newest first; Mara’s without one. */
    async inbox(to = 'mara@example.com') {
      await w.runJobs()
      const list = (await w.mailbox.list()).filter((email) => email.to === to)
      return Promise.all(list.map(async ({ id }) => (await w.mailbox.read(id)) ?? { subject: '', text: '' }))
    },
  }
}
