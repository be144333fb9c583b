/** A worker of its own, in whose scope there is no page. */
const worker = { url: '/push-worker.js', scope: '/push-worker/' }

/** What this browser can do. `homeScreen`: an iPhone or iPad can, once the site was added to the Home Screen. */
export type PushSupport = 'yes' | 'homeScreen' | 'no'

export function pushSupport(): PushSupport {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return 'yes'
  // An iPad says that it is a Mac.
  const isTouchMac = /\bMacintosh\b/.test(navigator.userAgent) && navigator.maxTouchPoints > 1
  return /\b(iPhone|iPad)\b/.test(navigator.userAgent) || isTouchMac ? 'homeScreen' : 'no'
}

/** Whether the person lets this site show notifications, and the browser's address if they are on. */
export type BrowserPush = { permission: NotificationPermission; endpoint: string | undefined }

/** Asks nothing. */
export async function readBrowserPush(): Promise<BrowserPush> {
  const registration = await navigator.serviceWorker.getRegistration(worker.scope)
  const subscription = await registration?.pushManager.getSubscription()
  return { permission: Notification.permission, endpoint: subscription?.endpoint }
}

/** Calls the function when the person changes the permission in the browser's settings. Returns a function that ends this. */
export function onPermissionChange(listener: () => void): () => void {
  const stopping = new AbortController()
  navigator.permissions
    ?.query({ name: 'notifications' })
    .then((status) => status.addEventListener('change', listener, { signal: stopping.signal }))
    .catch(() => undefined)
  return () => stopping.abort()
}

export type NewSubscription = { endpoint: string; p256dh: string; auth: string; publicKey: string }

/**
 * Lets the browser ask the person, at a press only. Undefined when they didn't allow it. Throws when the browser does not
 * reach its push service.
 */
export async function subscribeToPush(publicKey: string): Promise<NewSubscription | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  const registration = await navigator.serviceWorker.register(worker.url, { scope: worker.scope })
  await whenActive(registration)
  const previous = await registration.pushManager.getSubscription()
  // It may be of an older key.
  await previous?.unsubscribe()
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  const { keys } = subscription.toJSON()
  return {
    endpoint: subscription.endpoint,
    p256dh: keys?.p256dh ?? '',
    auth: keys?.auth ?? '',
    publicKey,
  }
}

export async function unsubscribeFromPush(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(worker.scope)
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe()
  await registration?.unregister()
}

/** `navigator.serviceWorker.ready` only waits for a worker in whose scope the page is. */
function whenActive({ installing, waiting, active }: ServiceWorkerRegistration): Promise<void> {
  const starting = installing ?? waiting
  if (active || !starting) return Promise.resolve()
  return new Promise((resolve, reject) => {
    starting.addEventListener('statechange', () => {
      if (starting.state === 'activated') resolve()
      if (starting.state === 'redundant') reject(new Error('The worker did not start'))
    })
  })
}
