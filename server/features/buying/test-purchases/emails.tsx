import { formatMoney } from '../../../../domain/price.ts'
import type { Ports } from '../../../ports/index.ts'
import { emailCover } from '../../selling/content/email-cover.ts'
import { findContentById } from '../../selling/content/repository.ts'
import {
  type EmailOf,
  type EmailRenderers,
  keptFor,
  transientDays,
} from '../../telling/deliveries/deliveries.ts'
import type { Email } from '../../telling/email/email.ts'
import { emailNote, itemFacts, openLabel } from '../access/emails.tsx'
import { findTestPurchaseById, mayTest, testAccessUrl } from '../purchases/test-purchases-repository.ts'

/** The access email as a buyer gets it, marked as a test. */
export const testPurchaseEmails = {
  test_purchase_access: keptFor(transientDays, testPurchaseEmail),
} satisfies Partial<EmailRenderers>

async function testPurchaseEmail(
  ports: Ports,
  { data }: EmailOf<'test_purchase_access'>,
): Promise<Email | undefined> {
  const testPurchaseRow = await findTestPurchaseById(ports.db, data.testPurchaseId, ports.clock.now())
  const row = testPurchaseRow && (await findContentById(ports.db, testPurchaseRow.contentId))
  if (!testPurchaseRow || !row || !(await mayTest(ports, row))) return undefined
  const { title } = itemFacts(row)
  const amount = formatMoney(testPurchaseRow.amount, testPurchaseRow.currency)
  return {
    title: `TEST: ${title} is yours`,
    cover: emailCover(ports.config, row),
    lines: ['This is the email your buyers get. No card was charged, and this doesn’t count as a sale.'],
    button: { label: openLabel(title), url: testAccessUrl(ports, testPurchaseRow) },
    note: emailNote(ports.config, row),
    rows: [
      { label: title, value: amount },
      { label: 'Total', value: amount },
    ],
    smallPrint: [
      { text: `Order ${testPurchaseRow.id}` },
      { text: 'This test link works for 24 hours. A buyer’s link doesn’t expire.' },
    ],
    footer: 'creator',
  }
}
