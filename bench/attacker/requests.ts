import { randomBytes } from 'node:crypto'
import { sendFeedback } from '../../contract/feedback.ts'
import { repeat, send, type Target } from './attack.ts'

/** PDF receipts with one access link. */
export async function receiptFlood(target: Target): Promise<void> {
  await repeat(target, () => send(`${target.url}/access/${target.accessToken}/receipt.pdf`))
}

/** Anonymous JSON of 500 KB, nested 250,000 levels deep. */
export async function deepJson(target: Target): Promise<void> {
  const body = '['.repeat(250_000) + ']'.repeat(250_000)
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
  await repeat(target, () => send(`${target.url}${sendFeedback.path}`, { method: 'POST', headers, body }))
}

/** Tip pages with unknown query parameters, and unknown paths. */
export async function randomQueries(target: Target): Promise<void> {
  const [id] = target.contentIds
  let sent = 0
  await repeat(target, () => {
    const random = randomBytes(6).toString('hex')
    sent += 1
    return send(`${target.url}${sent % 2 === 0 ? `/p/${id}?x=${random}` : `/${random}`}`)
  })
}

/** Share images of many items, uncached. */
export async function shareCards(target: Target): Promise<void> {
  let sent = 0
  await repeat(target, () => {
    sent += 1
    return send(`${target.url}/p/${target.contentIds[sent % target.contentIds.length]}/card.png?v=${sent}`)
  })
}

/** QR codes of the same items, repeatedly. */
export async function qrCodes(target: Target): Promise<void> {
  let sent = 0
  await repeat(target, () => {
    sent += 1
    return send(`${target.url}/p/${target.contentIds[sent % target.contentIds.length]}/qr.svg`)
  })
}
