import type { OrderNumber } from '../../../../contract/order-number.ts'
import { formatMoney } from '../../../../domain/price.ts'
import type { Ports } from '../../../ports/index.ts'
import type { EmailMessage } from '../../../ports/mailer.ts'
import { findContentById } from '../../selling/content/repository.ts'
import { collapseWhitespace, creatorFooter, renderEmailLayout } from '../../telling/email/layout.tsx'
import { emailCover } from '../access/emails.tsx'
import { findTestPurchaseById, mayTest, testAccessUrl } from '../purchases/test-purchases-repository.ts'

/** The access email as a buyer gets it, marked as a test. */
export async function testPurchaseEmail(
  ports: Ports,
  to: string,
  id: OrderNumber | undefined,
): Promise<EmailMessage | undefined> {
  const testPurchaseRow =
    id === undefined ? undefined : await findTestPurchaseById(ports.db, id, ports.clock.now())
  const row = testPurchaseRow && (await findContentById(ports.db, testPurchaseRow.contentId))
  if (!testPurchaseRow || !row || !(await mayTest(ports, row))) return undefined
  const title = collapseWhitespace(row.content.title)
  return {
    to,
    subject: `TEST: Your access to ${title}`,
    ...renderEmailLayout({
      title: 'TEST. Thank you. It’s yours to keep.',
      cover: emailCover(ports.config, row),
      lines: [
        'This is the email your buyers get. No card was charged, and this doesn’t count as a sale.',
        title,
        `Order ${testPurchaseRow.id} · ${formatMoney(testPurchaseRow.amount, testPurchaseRow.currency)}`,
      ],
      button: { label: 'Open your purchase', url: testAccessUrl(ports, testPurchaseRow) },
      closingLines: ['This test link works for 24 hours. A buyer’s link doesn’t expire.'],
      footer: creatorFooter(ports.config),
    }),
  }
}
