import { request } from 'node:http'
import { expect, test, vi } from 'vitest'
import { api } from '../contract/api.ts'
import { buildUrl, type Route } from '../contract/route.ts'
import type { PageRenderer } from '../server/ports/page-renderer.ts'
import { sharedTestApp } from './support/test-app.ts'

type Answer = { status: number | undefined; type: string | undefined }

// Not a literal, because the pages are compiled with other types than the server.
const entry = '../web/entry-server.tsx'
const { createRenderer }: { createRenderer(): PageRenderer } = await import(entry)
const testApp = sharedTestApp({ renderer: createRenderer() })

/** Paths of everything that has a route, with a query, and how they respond before anything else was requested. */
const site = memoize(async () => {
  const w = await testApp()
  const creator = await w.creator()
  const { id } = await creator.publishText({ title: 'Dusk', price: '5.00' })
  // Over connections, because the server's internal requests pass less.
  const url = await w.app.listen({ port: 0, host: '127.0.0.1' })
  const routes = Object.values(api).filter(({ method }) => method === 'GET')
  const paths = [
    ...routes.map((route) => `${pathOf(route, id)}?x=1`),
    `/oembed?url=${encodeURIComponent(`${url}/p/${id}`)}`,
    '/api/login?returnTo=%2Fupload',
    '/api/purchase/verify?payment_intent=pi_x&content_id=1',
    '/api/identity/callback/oidc?code=a&state=b',
    '/api/docs/json?x=1',
    '/api/missing?x=1',
    '/assets/missing.js?x=1',
  ]
  // On a busy machine, the first documents may be refused while their process starts.
  for (const path of [`/p/${id}/card.png`, `/p/${id}/qr.svg`])
    await vi.waitFor(
      async () => expect((await ask(url + path, { encoding: 'gzip', network: 3 })).status).toBe(200),
      {
        timeout: 30_000,
      },
    )
  const quiet: Array<Answer> = []
  for (const path of paths) quiet.push(await ask(url + path, { encoding: 'gzip, deflate, br', network: 3 }))
  return { url, paths, quiet }
})

function memoize<T>(make: () => Promise<T>): () => Promise<T> {
  let promise: Promise<T> | undefined
  return () => {
    promise ??= make()
    return promise
  }
}

/** `network` is the last number of the address, so that no rate limit of one round is met by another. */
function ask(url: string, { encoding, network }: { encoding: string; network: number }): Promise<Answer> {
  return new Promise((done, fail) => {
    const headers = { 'accept-encoding': encoding }
    const sent = request(url, { headers, localAddress: `127.0.0.${network}` }, (response) => {
      done({ status: response.statusCode, type: response.headers['content-type'] })
      // A stream of events never ends.
      response.destroy()
    })
    sent.once('error', fail)
    sent.end()
  })
}

function pathOf(route: Route, id: number): string {
  const params = {
    id,
    paymentIntentId: 'pi_x',
    orderNumber: 1,
    fileName: 'a',
    part: '1',
    uploadId: 'u',
    partId: 1,
    email: 'a@example.com',
    provider: 'stripe',
    handle: 'mara',
    number: '2026-000001',
    key: 'siteName',
    page: 'terms',
    kind: 'report',
    seed: 4,
    rings: 5,
    token: 'A'.repeat(43),
  }
  return buildUrl(route, { params })
}

test.each([
  ['gzip, deflate, br', 4],
  ['gzip', 5],
  ['identity', 6],
])('every GET route responds the same after a request of an unknown path: %s', async (encoding, network) => {
  const { url, paths, quiet } = await site()

  const after: Array<Answer> = []
  for (const [n, path] of paths.entries()) {
    const unknown = ['/nope', '/wp-login.php', '/nope?x=1'][n % 3]
    expect((await ask(url + unknown, { encoding, network: 2 })).status).toBe(404)
    after.push(await ask(url + path, { encoding, network }))
  }

  const described = (answers: Array<Answer>) =>
    paths.map((path, n) => `${path}: ${answers[n]?.status} ${answers[n]?.type}`)
  expect(described(after)).toEqual(described(quiet))
  expect(after.filter(({ status }) => status === 200).length).toBeGreaterThan(10)
})
