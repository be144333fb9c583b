import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { z } from 'zod'
import type { addPushDevice } from '../../contract/notifications.ts'

type Subscription = z.input<typeof addPushDevice.body>
type Browser = Subscription & { keys: Keys; isGone: boolean }
type Received = {
  browser: number
  message: unknown
  ttl: string
  topic: string
  urgency: string
  contact: string
}

const p256 = { name: 'ECDH', namedCurve: 'P-256' } as const
const generateKeys = () => crypto.subtle.generateKey(p256, true, ['deriveBits'])
type Keys = Awaited<ReturnType<typeof generateKeys>>

/**
 * A double of a push service with its browsers. It checks what a real one checks, and opens the message as a browser
 * does, by the letter of RFC 8188, 8291 and 8292 and with Web Crypto: it shares no code with the sender.
 */
export async function startPushService({ now = () => new Date() } = {}) {
  const browsers: Array<Browser> = []
  const received: Array<Received> = []
  const refused: Array<string> = []
  /** What it answers next instead of taking a message. */
  const failures: Array<number> = []
  let origin = ''

  async function take(request: IncomingMessage, body: Buffer): Promise<number> {
    const failure = failures.shift()
    if (failure) return failure
    const index = Number(request.url?.split('/').at(-1))
    const browser = browsers[index]
    if (!browser || browser.isGone) return 410
    const contact = await verifyVapid(request.headers.authorization ?? '', {
      origin,
      publicKey: browser.publicKey,
      now: now(),
    })
    const { ttl, topic, urgency, 'content-encoding': coding } = request.headers
    if (coding !== 'aes128gcm') throw new Error(`The content coding is ${coding}`)
    if (!/^\d+$/.test(String(ttl))) throw new Error(`The TTL is ${ttl}`)
    if (!/^[A-Za-z0-9_-]{1,32}$/.test(String(topic))) throw new Error(`The topic is ${topic}`)
    if (body.length > 4_096) return 413
    const message: unknown = JSON.parse(await decryptMessage(body, browser))
    received.push({
      browser: index,
      message,
      ttl: `${ttl}`,
      topic: `${topic}`,
      urgency: `${urgency}`,
      contact,
    })
    return 201
  }

  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const status = await take(request, Buffer.concat(chunks)).catch((error: unknown) => {
      refused.push(String(error))
      return 403
    })
    response.writeHead(status).end(status >= 400 ? '{"reason":"No"}' : '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening')
  origin = `http://127.0.0.1:${address.port}`

  return {
    origin,
    received,
    /** Why a request was refused. */
    refused,
    failures,
    /** What `PushManager.subscribe` gives a page. */
    async subscribe(publicKey: string): Promise<Subscription> {
      const keys = await generateKeys()
      const point = await crypto.subtle.exportKey('raw', keys.publicKey)
      const subscription = {
        endpoint: `${origin}/send/${browsers.length}`,
        p256dh: Buffer.from(point).toString('base64url'),
        auth: Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url'),
        publicKey,
      }
      browsers.push({ ...subscription, keys, isGone: false })
      return subscription
    },
    /** The person takes back the permission. */
    forget({ endpoint }: Subscription) {
      for (const browser of browsers) if (browser.endpoint === endpoint) browser.isGone = true
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Throws unless the owner of the key signed a claim for this origin that ends within a day. Returns the contact. */
async function verifyVapid(
  header: string,
  { origin, publicKey, now }: { origin: string; publicKey: string; now: Date },
): Promise<string> {
  const [, head = '', claims = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? []
  if (key !== publicKey) throw new Error('Another key than that of the subscription')
  const { typ, alg } = JSON.parse(fromBase64url(head).toString())
  if (typ !== 'JWT' || alg !== 'ES256') throw new Error(`A token of the kind ${typ} ${alg}`)
  const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' }
  const verifier = await crypto.subtle.importKey('raw', fromBase64url(key), ecdsa, false, ['verify'])
  const isSigned = await crypto.subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    verifier,
    fromBase64url(signature),
    Buffer.from(`${head}.${claims}`),
  )
  if (!isSigned) throw new Error('The signature is wrong')
  const { aud, exp, sub } = JSON.parse(fromBase64url(claims).toString())
  if (aud !== origin) throw new Error(`A token for ${aud}`)
  const seconds = exp - now.getTime() / 1_000
  if (!(seconds > 0 && seconds <= 24 * 3_600)) throw new Error(`A token that ends in ${seconds} s`)
  if (!/^(mailto:[^@]+@[^@]+|https:\/\/.+)$/.test(sub)) throw new Error(`The contact is ${sub}`)
  return sub
}

type Receiver = { keys: Keys; p256dh: string; auth: string }

/** Sections 3.3 and 3.4 of RFC 8291 on a message of one record. */
export async function decryptMessage(sent: Buffer, { keys, p256dh, auth }: Receiver): Promise<string> {
  const body = Buffer.from(sent)
  const salt = body.subarray(0, 16)
  const recordSize = body.readUInt32BE(16)
  const keyLength = body[20] ?? 0
  const senderKey = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  if (record.length > recordSize) throw new Error('More than one record')
  const sender = await crypto.subtle.importKey('raw', senderKey, p256, false, [])
  const secret = await crypto.subtle.deriveBits({ name: 'ECDH', public: sender }, keys.privateKey, 256)
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), fromBase64url(p256dh), senderKey, one])
  const input = await hmac(await hmac(fromBase64url(auth), Buffer.from(secret)), keyInfo)
  const pseudoRandomKey = await hmac(salt, input)
  const expand = (label: string) =>
    hmac(pseudoRandomKey, Buffer.concat([Buffer.from(`Content-Encoding: ${label}\0`), one]))
  const contentKey = (await expand('aes128gcm')).subarray(0, 16)
  const iv = (await expand('nonce')).subarray(0, 12)
  const aes = await crypto.subtle.importKey('raw', contentKey, 'AES-GCM', false, ['decrypt'])
  const padded = Buffer.from(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, aes, record))
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== 2) throw new Error('Not marked as the last record')
  return padded.subarray(0, end).toString('utf8')
}

type Bytes = Buffer<ArrayBuffer>

const one = Buffer.of(1)

async function hmac(key: Bytes, data: Bytes): Promise<Bytes> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  return Buffer.from(await crypto.subtle.sign('HMAC', imported, data))
}

function fromBase64url(text: string): Bytes {
  return Buffer.from(text, 'base64url')
}
