import { getAnalyticsReport } from '../../contract/analytics-report.ts'
import { listContent } from '../../contract/content.ts'
import {
  completePayment,
  downloadContent,
  processRecentPurchase,
  verifyPurchase,
} from '../../contract/purchases.ts'
import { buildUrl } from '../../contract/route.ts'
import { repeat, send, type Target } from './attack.ts'

/** The list of items of an account that has as many as it may have. */
export async function listFlood({ url, cookie, ...target }: Target): Promise<void> {
  await repeat({ url, cookie, ...target }, () => send(`${url}${listContent.path}`, { headers: { cookie } }))
}

/** A report of eight thousand years. */
export async function analyticsRange(target: Target): Promise<void> {
  const path = buildUrl(getAnalyticsReport, { query: { from: '2026-11-01', to: '9999-12-31' } })
  await repeat(target, () => send(`${target.url}${path}`, { headers: { cookie: target.cookie } }))
}

/** The page of a bought text that would be a very long page. */
export async function textFlood(target: Target): Promise<void> {
  await repeat(target, () => send(`${target.url}/access/${target.accessToken}`))
}

/** The calls that ask the card provider about a payment, with payments that nobody pays. */
export async function providerReads(target: Target): Promise<void> {
  const { url, buyerCookie, paymentIntentIds, contentIds } = target
  const [id] = contentIds
  const calls = paymentIntentIds.flatMap((paymentIntentId) => [
    { method: 'POST', path: buildUrl(downloadContent, { params: { id } }) },
    { method: 'POST', path: buildUrl(completePayment, { params: { paymentIntentId } }) },
    { method: 'POST', path: buildUrl(processRecentPurchase, { params: { id } }) },
    {
      method: 'GET',
      path: buildUrl(verifyPurchase, { query: { payment_intent: paymentIntentId, content_id: id } }),
    },
  ])
  let sent = 0
  await repeat(target, () => {
    const { method, path } = calls[sent++ % calls.length] ?? { method: 'GET', path: '/' }
    return send(`${url}${path}`, { method, headers: { cookie: buyerCookie } })
  })
}
