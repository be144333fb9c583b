import { join } from 'node:path'
import { requestSignInCode, signInWithCode } from '../contract/accounts.ts'
import { requestRefund } from '../contract/aftercare.ts'
import { createContent } from '../contract/content.ts'
import {
  completePayment,
  createPaymentIntent,
  downloadContent,
  verifyPurchase,
} from '../contract/purchases.ts'
import { urlOf } from '../contract/route.ts'
import { confirmSandboxPayment } from '../contract/sandbox.ts'
import { mailToDisk } from '../server/adapters/mail-to-disk.ts'
import type { Site } from './site.ts'

/** Milliseconds: longer means that nobody answers any more. */
const patience = 10_000

export type Person = ReturnType<typeof person>
export type Attempt = { paymentIntentId: string; clientSecret: string }
export type Shown = { purchase: { id: number }; content: { fileUrl: string | null }; accessUrl: string }

/** Somebody with a browser, over real HTTP, with cookies of their own. Throws when there is no answer, or no good one. */
export function person(url: string) {
  const cookies = new Map<string, string>()

  async function send(
    method: string,
    path: string,
    body?: object | FormData,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const isForm = body instanceof FormData
    const answer = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
      headers: {
        cookie: cookieLine(),
        ...(body && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return answer
  }

  async function json<Reply>(method: string, path: string, body?: object | FormData): Promise<Reply> {
    const answer = await send(method, path, body)
    if (!answer.ok)
      throw new Error(`${method} ${path.split('?')[0]}: ${answer.status} ${await answer.text()}`)
    // What the contract says it is; whether it is so, the tests of the contract ask.
    return (await answer.json()) as Reply
  }

  const cookieLine = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  return {
    send,
    cookieLine,
    /** By the mailed code, read where the server keeps its mail. */
    async signsIn({ dataDir }: Pick<Site, 'dataDir'>, email: string): Promise<void> {
      await json('POST', requestSignInCode.path, { email })
      const folder = join(dataDir, 'mail')
      const { mailbox } = mailToDisk({ folder, from: 'x@localhost', clock: { now: () => new Date() } })
      const [newest] = (await mailbox.list()).filter(({ to }) => to === email)
      const code = /\d{3} \d{3}/.exec(newest?.subject ?? '')?.[0] ?? ''
      await json('POST', signInWithCode.path, { email, code })
    },
    async publishes(bytes: Buffer, price = '10.00'): Promise<number> {
      const form = new FormData()
      form.set('title', 'Harbour loops')
      form.set('description', 'Ten loops, recorded at night.')
      form.set('price', price)
      form.set('file', new Blob([new Uint8Array(bytes)]), 'loops.zip')
      const { id } = await json<{ id: number }>('POST', createContent.path, form)
      return id
    },
    async starts(contentId: number, buyerEmail = 'fan@example.com'): Promise<Attempt> {
      return json('POST', createPaymentIntent.path, { contentId, buyerEmail })
    },
    /** `failed` is a card that was declined. */
    async pays({ clientSecret }: Attempt, card = 'paid'): Promise<{ status: string }> {
      return json('POST', confirmSandboxPayment.path, {
        clientSecret,
        card,
        receiptEmail: '',
        returnUrl: '/success',
      })
    },
    async completes({ paymentIntentId }: Attempt): Promise<{ state: string; purchaseId: number | null }> {
      return json('POST', urlOf(completePayment, { params: { paymentIntentId } }))
    },
    async verifies({ paymentIntentId }: Attempt, contentId: number): Promise<Shown> {
      const query = { payment_intent: paymentIntentId, content_id: contentId }
      return json('GET', urlOf(verifyPurchase, { query }))
    },
    /** The buyer's own page wants the money back; nothing was opened yet. */
    async regrets(accessUrl: string): Promise<void> {
      const token = accessUrl.split('/').at(-1) ?? ''
      await json('POST', urlOf(requestRefund, { params: { token } }), { reason: 'Bought by mistake' })
    },
    async downloads(contentId: number): Promise<Buffer> {
      const answer = await send('POST', urlOf(downloadContent, { params: { id: contentId } }))
      if (!answer.ok) throw new Error(`Download: ${answer.status}`)
      return Buffer.from(await answer.arrayBuffer())
    },
  }
}
