import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { requestRefund } from '../../contract/access.ts'
import { requestSignInCode, signInWithCode } from '../../contract/accounts.ts'
import { createContent } from '../../contract/content.ts'
import {
  completePayment,
  createPaymentIntent,
  downloadContent,
  verifyPurchase,
} from '../../contract/purchases.ts'
import { buildUrl } from '../../contract/route.ts'
import { confirmSandboxPayment } from '../../contract/sandbox.ts'
import { diskMailbox } from '../../server/adapters/mail/disk-mailer.ts'
import type { ServerProcess } from './server-process.ts'

/** After this time a request counts as unanswered. */
const requestTimeoutMs = 10_000
/** An email is written soon after the response on a busy machine. */
const emailPollMs = 50

export type BenchClient = ReturnType<typeof createClient>
export type CreatedCheckout = { paymentIntentId: string; clientSecret: string }
export type PurchaseView = {
  purchase: { id: number }
  content: { fileUrl: string | null }
  accessUrl: string
}

/**
 * A client with its own cookies, over real HTTP. Throws without a response, or with an error status. `site` is the
 * address, or says which one is in use. `always` are headers of every request.
 */
export function createClient(site: string | (() => string), always: Record<string, string> = {}) {
  const cookies = new Map<string, string>()

  async function send(
    method: string,
    path: string,
    body?: object | FormData,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const url = typeof site === 'string' ? site : site()
    const sent = { cookie: cookieHeader(), ...always, ...headers }
    const response = await (body instanceof FormData
      ? fetch(`${url}${path}`, {
          method,
          redirect: 'manual',
          headers: sent,
          body,
          signal: AbortSignal.timeout(requestTimeoutMs),
        })
      : keepAliveRequest(`${url}${path}`, {
          method,
          timeoutMs: requestTimeoutMs,
          headers: { ...sent, ...(body && { 'content-type': 'application/json' }) },
          ...(body && { body: JSON.stringify(body) }),
        }))
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return response
  }

  async function json<Reply>(method: string, path: string, body?: object | FormData): Promise<Reply> {
    const response = await send(method, path, body)
    if (!response.ok)
      throw new Error(`${method} ${path.split('?')[0]}: ${response.status} ${await response.text()}`)
    // Not validated here: the contract tests check that responses match it.
    return (await response.json()) as Reply
  }

  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  return {
    send,
    cookieHeader,
    /** Signs in with the emailed code, read from the server's mail folder. */
    async signIn({ dataDir }: Pick<ServerProcess, 'dataDir'>, email: string): Promise<void> {
      const mailbox = diskMailbox(join(dataDir, 'mail'))
      await this.signInByCode(email, async () => {
        const newest = (await mailbox.list()).find(({ to }) => to === email)
        return /\d{3} \d{3}/.exec(newest?.subject ?? '')?.[0]
      })
    },
    /** Signs in with the emailed code, which `readCode` resolves with once it has arrived. */
    async signInByCode(email: string, readCode: () => Promise<string | undefined>): Promise<void> {
      await json('POST', requestSignInCode.path, { email })
      let code = await readCode()
      for (let waited = 0; !code && waited < requestTimeoutMs; waited += emailPollMs) {
        await sleep(emailPollMs)
        code = await readCode()
      }
      await json('POST', signInWithCode.path, { email, code })
    },
    async publish(bytes: Buffer, price = '10.00'): Promise<number> {
      const form = new FormData()
      form.set('title', 'Harbour loops')
      form.set('description', 'Ten loops, recorded at night.')
      form.set('price', price)
      form.set('file', new Blob([new Uint8Array(bytes)]), 'loops.zip')
      const { id } = await json<{ id: number }>('POST', createContent.path, form)
      return id
    },
    async startCheckout(contentId: number, buyerEmail = 'fan@example.com'): Promise<CreatedCheckout> {
      return json('POST', createPaymentIntent.path, { contentId, buyerEmail })
    },
    /** `card` is the name of a test card (contract/sandbox.ts). */
    async pay({ clientSecret }: CreatedCheckout, card = 'paid'): Promise<{ status: string }> {
      return json('POST', confirmSandboxPayment.path, {
        clientSecret,
        card,
        receiptEmail: '',
        returnUrl: '/success',
      })
    },
    async completeCheckout({
      paymentIntentId,
    }: CreatedCheckout): Promise<{ state: string; purchaseId: number | null }> {
      return json('POST', buildUrl(completePayment, { params: { paymentIntentId } }))
    },
    async verifyPurchase({ paymentIntentId }: CreatedCheckout, contentId: number): Promise<PurchaseView> {
      const query = { payment_intent: paymentIntentId, content_id: contentId }
      return json('GET', buildUrl(verifyPurchase, { query }))
    },
    /** Buys as a fan who stays on the page, and returns what the success page shows. */
    async buys(contentId: number): Promise<PurchaseView> {
      const checkout = await this.startCheckout(contentId)
      await this.pay(checkout)
      await this.completeCheckout(checkout)
      return this.verifyPurchase(checkout, contentId)
    },
    /** Requests a refund from the access page, before any download. */
    async requestRefund(accessUrl: string): Promise<void> {
      const token = accessUrl.split('/').at(-1) ?? ''
      await json('POST', buildUrl(requestRefund, { params: { token } }), { reason: 'Bought by mistake' })
    },
    async download(contentId: number): Promise<Buffer> {
      const response = await send('POST', buildUrl(downloadContent, { params: { id: contentId } }))
      if (!response.ok) throw new Error(`Download: ${response.status}`)
      return Buffer.from(await response.arrayBuffer())
    },
  }
}

/** Signs in a creator and publishes a file. Returns the item's id. */
export async function publishFile(site: Pick<ServerProcess, 'url' | 'dataDir'>): Promise<number> {
  const creator = createClient(site.url)
  await creator.signIn(site, 'mara@example.com')
  return creator.publish(Buffer.from('the very bytes'))
}

const agent = new Agent({ keepAlive: true })

type Outgoing = { method: string; headers: Record<string, string>; body?: string; timeoutMs: number }

/**
 * A request over a kept connection, with its whole response. It takes a third of the CPU time of `fetch`, so that the
 * load takes less from the server beside it. Redirects are not followed.
 */
export function keepAliveRequest(
  url: string,
  { method, headers, body, timeoutMs }: Outgoing,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(url, { agent, method, headers: { ...headers, ...length } }, (received) => {
      const chunks: Array<Buffer> = []
      received.on('data', (chunk: Buffer) => chunks.push(chunk))
      received.on('error', reject)
      received.on('end', () => {
        const status = received.statusCode ?? 0
        const hasBody = ![204, 205, 304].includes(status)
        const init = { status, headers: headersOf(received.rawHeaders) }
        resolve(new Response(hasBody ? Buffer.concat(chunks) : null, init))
      })
    })
    sent.setTimeout(timeoutMs, () => sent.destroy(new Error(`No response within ${timeoutMs} ms`)))
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Names and values of raw headers alternate; a name may repeat. */
function headersOf(raw: Array<string>): Array<[string, string]> {
  return raw.flatMap(
    (name, index): Array<[string, string]> => (index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : []),
  )
}
