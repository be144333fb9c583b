// Shows notifications of sales, and nothing else: it answers no request, and no page is within its scope. The address of
// this file never changes. Browsers keep an old version for a day, so each version understands every message.

self.addEventListener('push', (event) => {
  const { title = 'You have a new sale', body = '', path = '/sales', tag = 'sale' } = read(event.data)
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, icon: '/icon-192.png', data: { path } }),
  )
})

/** Browsers want to see a notification for each message, also for one that can't be read. */
function read(data) {
  try {
    return Object(data?.json())
  } catch {
    return {}
  }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(event.notification.data?.path ?? '/sales'))
})

/** In the tab that shows it already, else in a new one. */
async function show(path) {
  const { origin } = self.location
  const url = new URL(path, origin)
  const address = url.origin === origin ? url.href : `${origin}/sales`
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tab = tabs.find((open) => open.url === address)
  return tab ? tab.focus() : self.clients.openWindow(address)
}

/** A push service may give the browser another address. */
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))

async function renew({ oldSubscription, newSubscription }) {
  const options = (newSubscription ?? oldSubscription)?.options
  if (!options?.applicationServerKey) return
  const subscription = newSubscription ?? (await self.registration.pushManager.subscribe(options))
  const { endpoint, keys } = subscription.toJSON()
  const publicKey = btoa(String.fromCharCode(...new Uint8Array(options.applicationServerKey)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
  await fetch('/api/notifications/devices', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, p256dh: keys.p256dh, auth: keys.auth, publicKey }),
  })
}
