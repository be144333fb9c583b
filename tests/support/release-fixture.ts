import { getContentForEditing } from '../../contract/content-editing.ts'
import { getAccess, type PurchaseAccess, verifyPurchase } from '../../contract/purchases.ts'
import { sentEmailsTo } from './sent-emails.ts'
import { createTestApp, type TestApp, type Visitor } from './test-app.ts'

const dayMs = 24 * 3_600_000

/** On the test clock's March 9, at 6 PM in Rome. */
export const releaseDay = { releaseAt: '2026-03-09T18:00', releaseTimeZone: 'Europe/Rome' }

/** Mara sells First Frost for $10.00 before March 9. */
export async function releaseFixture(
  fields: Record<string, string> = {},
  options: Parameters<typeof createTestApp>[0] = {},
) {
  const w = await createTestApp(options)
  const mara = await w.creator()
  const item = await mara.publishFile({ title: 'First Frost', price: '10.00', ...releaseDay, ...fields })
  const params = { id: item.id }
  return {
    w,
    mara,
    item,
    params,
    edit: (change: Record<string, string>) =>
      mara.form(
        `/api/content/${item.id}`,
        Object.entries(change).map(([name, value]) => ({ name, value })),
        'PATCH',
      ),
    releaseDay: async () => (await mara.call(getContentForEditing, { params })).body.releaseDay,
    /** To a minute before the release, or after it. */
    moveTo: (iso: string) => w.clock.advance(Date.parse(iso) - w.clock.now().getTime()),
    pass: (days: number) => w.clock.advance(days * dayMs),
    buys: (email = 'sam@example.com') => buysBefore(w, item.id, email),
    /** The subjects of the emails to an address after those about its order. */
    async subjectsTo(address: string) {
      await w.runJobsOf('tell-of-new-day')
      await w.runPeriodicTasks()
      return (await sentEmailsTo(w, address)).map(({ subject }) => subject)
    },
  }
}

export const justBefore = '2026-03-09T16:59:59.999Z'
export const released = '2026-03-09T17:00:00Z'

type Waiting = {
  fan: Visitor
  token: string
  paymentIntentId: string
  orderNumber: number
  access: () => Promise<{ status: number; body: PurchaseAccess }>
}

async function buysBefore(w: TestApp, contentId: number, email: string): Promise<Waiting> {
  const fan = w.visitor()
  const { paymentIntentId, purchaseId: orderNumber } = await fan.purchase(contentId, { email })
  const query = { payment_intent: paymentIntentId, content_id: contentId }
  const { body } = await fan.call(verifyPurchase, { query })
  const token = body.accessUrl.split('/').at(-1) ?? ''
  const access = () => fan.call(getAccess, { params: { token } })
  return { fan, token, paymentIntentId, orderNumber, access }
}
