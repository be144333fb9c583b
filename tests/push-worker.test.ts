import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

const origin = 'https://tips.example.com'
const source = readFileSync(join(import.meta.dirname, '../web/public/push-worker.js'), 'utf8')

type Handler = (event: object) => void

/** The worker in a browser with these tabs open. */
function startWorker(openTabs: Array<string> = []) {
  const handlers = new Map<string, Handler>()
  const calls: Array<unknown> = []
  const subscription = {
    options: { applicationServerKey: Uint8Array.of(4, 251, 255).buffer },
    toJSON: () => ({ endpoint: 'https://push.example.com/2', keys: { p256dh: 'key', auth: 'secret' } }),
  }
  const tabs = openTabs.map((url) => ({ url, focus: () => calls.push(['focus', url]) }))
  const self = {
    location: { origin },
    addEventListener: (name: string, handle: Handler) => handlers.set(name, handle),
    registration: {
      showNotification: async (...args: Array<unknown>) => calls.push(args),
      pushManager: {
        subscribe: async () => {
          calls.push('subscribed')
          return subscription
        },
      },
    },
    clients: {
      matchAll: async () => tabs,
      openWindow: async (url: string) => calls.push(['open', url]),
    },
  }
  const fetch = async (path: string, init: { body: string }) => calls.push([path, JSON.parse(init.body)])
  runInNewContext(source, { self, URL, Object, Uint8Array, String, btoa, fetch })
  return {
    names: [...handlers.keys()],
    subscription,
    async dispatch(name: string, event: object): Promise<Array<unknown>> {
      let work: unknown
      handlers.get(name)?.({ ...event, waitUntil: (promise: unknown) => (work = promise) })
      await work
      return JSON.parse(JSON.stringify(calls))
    },
  }
}

const data = (text: string) => ({ data: { json: () => JSON.parse(text) } })
const clicked = (path?: string) => ({ notification: { close: () => undefined, data: path && { path } } })

test('it answers no request, so that no page depends on it', () => {
  expect(startWorker().names).toEqual(['push', 'notificationclick', 'pushsubscriptionchange'])
})

test('a message is shown', async () => {
  const message = { title: 'Jonah paid $12.00', body: 'You earned $9.60.', path: '/sales/1', tag: 'sale-1' }

  expect(await startWorker().dispatch('push', data(JSON.stringify(message)))).toEqual([
    [
      'Jonah paid $12.00',
      { body: 'You earned $9.60.', tag: 'sale-1', icon: '/icon-192.png', data: { path: '/sales/1' } },
    ],
  ])
})

test.each([
  ['none', {}],
  ['one that is no JSON', data('<')],
  ['one of a later version', data('{"kind":"payout"}')],
  ['null', data('null')],
  ['a text', data('"sale"')],
])('%s still shows that there is something', async (_name, event) => {
  expect(await startWorker().dispatch('push', event)).toMatchObject([
    ['You have a new sale', { data: { path: '/sales' } }],
  ])
})

test.each([
  ['in a new tab', [], '/sales/1', ['open', `${origin}/sales/1`]],
  [
    'in the tab that shows it',
    [`${origin}/`, `${origin}/sales/1`],
    '/sales/1',
    ['focus', `${origin}/sales/1`],
  ],
  ['without another site', [], 'https://evil.example/', ['open', `${origin}/sales`]],
  ['without another site by two slashes', [], '//evil.example/', ['open', `${origin}/sales`]],
  ['without a path', [], undefined, ['open', `${origin}/sales`]],
])('a press opens the sale %s', async (_name, tabs, path, call) => {
  expect(await startWorker(tabs).dispatch('notificationclick', clicked(path))).toEqual([call])
})

test('another address at the push service is sent to the site', async () => {
  const worker = startWorker()
  const sent = [
    '/api/notifications/devices',
    { endpoint: 'https://push.example.com/2', p256dh: 'key', auth: 'secret', publicKey: 'BPv_' },
  ]

  expect(
    await worker.dispatch('pushsubscriptionchange', {
      oldSubscription: { options: worker.subscription.options },
    }),
  ).toEqual(['subscribed', sent])
  expect(
    (await worker.dispatch('pushsubscriptionchange', { newSubscription: worker.subscription })).at(-1),
  ).toEqual(sent)
  expect(await startWorker().dispatch('pushsubscriptionchange', {})).toEqual([])
})
