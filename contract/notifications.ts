import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'
import { Id, IdParams, list, Timestamp } from './schemas.ts'

/** A browser that shows a notification for each sale. */
export const PushDevice = z.object({
  id: Id,
  /** The address at the browser's push service, by which a browser knows itself. */
  endpoint: z.string(),
  /** Browser and system: `Firefox on Windows`. */
  name: z.string(),
  addedAt: Timestamp,
  lastSentAt: z.nullable(Timestamp),
  /** Since when its push service has taken no notification; null while it does. */
  failingSince: z.nullable(Timestamp),
})
export type PushDevice = z.infer<typeof PushDevice>

const Notifications = z.object({
  /** The key that a browser is given to turn them on; null on a site without notifications. */
  publicKey: z.nullable(z.string()),
  devices: list(PushDevice, limits.maxPushDevices),
})
export type Notifications = z.infer<typeof Notifications>

export const getNotifications = defineRoute({
  method: 'GET',
  path: '/api/notifications',
  auth: 'creator',
  summary: 'Returns the browsers that show notifications of sales, newest first.',
  response: Notifications,
})

/** Bytes as unpadded base64url. A first character of `B` is the uncompressed point of a key. */
const bytes = (length: number, first = '') =>
  z.string().check(z.regex(new RegExp(`^${first}[A-Za-z0-9_-]{${length - first.length}}$`), 'Not a key'))

export const addPushDevice = defineRoute({
  method: 'POST',
  path: '/api/notifications/devices',
  auth: 'creator',
  summary: 'Shows notifications of sales in a browser, which has allowed it. Repeating it changes nothing.',
  body: z.object({
    endpoint: z.string().check(z.minLength(1), z.maxLength(limits.maxLinkUrlLength)),
    p256dh: bytes(87, 'B'),
    auth: bytes(22),
    /** The key that the browser was given. */
    publicKey: bytes(87, 'B'),
  }),
  response: Notifications,
})

export const removePushDevice = defineRoute({
  method: 'DELETE',
  path: '/api/notifications/devices/:id',
  auth: 'creator',
  summary: 'Shows no more notifications in a browser.',
  params: IdParams,
  response: Notifications,
})

export const testPushDevice = defineRoute({
  method: 'POST',
  path: '/api/notifications/devices/:id/test',
  auth: 'creator',
  summary: 'Sends one browser a notification at once. Fails when its push service does not take it.',
  params: IdParams,
  response: Notifications,
})
