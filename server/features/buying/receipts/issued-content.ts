import { eq, inArray } from 'drizzle-orm'
import { maskEmail } from '../../../../contract/email-address.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import { toShownName } from '../../../../contract/names.ts'
import type { Receipt } from '../../../../contract/receipts.ts'
import { toSingleLine } from '../../../../contract/text.ts'
import { documentNumber } from '../../../../domain/documents.ts'
import { seedOf } from '../../../../domain/pond.ts'
import { refundDeadline } from '../../../../domain/purchase.ts'
import { guaranteeStart } from '../../../../domain/release.ts'
import type { Db } from '../../../db/database.ts'
import { checkouts, contentItems, discounts, purchases, users } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import type { IssuedContent } from '../../money/documents/contents.ts'
import { presentAppliedDiscount } from '../../selling/discounts/repository.ts'
import { correctionContent, receiptContent } from './content.ts'
import type { DocumentRow } from './repository.ts'

/** What the documents of sales print beside what is in their own rows. */
export type SaleFacts = Awaited<ReturnType<typeof selectSaleFacts>>[number]

export async function selectSaleFacts(db: Db, purchaseIds: Array<number>) {
  if (purchaseIds.length === 0) return []
  return db
    .select({
      purchase: purchases,
      checkout: checkouts,
      item: {
        id: contentItems.id,
        title: contentItems.title,
        pondSeed: contentItems.pondSeed,
        releaseAt: contentItems.releaseAt,
      },
      creator: { firstName: users.firstName, showTicketNumbers: users.showTicketNumbers },
      discountCode: discounts.code,
    })
    .from(purchases)
    .innerJoin(checkouts, eq(checkouts.id, purchases.checkoutId))
    .innerJoin(contentItems, eq(contentItems.id, purchases.contentId))
    .innerJoin(users, eq(users.id, purchases.creatorId))
    .leftJoin(discounts, eq(discounts.id, purchases.discountId))
    .where(inArray(purchases.id, purchaseIds))
}

/**
 * Everything that a document of a sale prints, with the settings of now. Everyone with the access link gets the same
 * bytes, and they outlive an erasure of the buyer: so the address is masked, and the card and the item's picture are not
 * on it.
 */
export function issuedContent(
  { settings, clock }: Ports,
  document: DocumentRow,
  facts: SaleFacts,
  original: DocumentRow | undefined,
): IssuedContent {
  const current = settings.current()
  const receipt = receiptFacts(document, facts, {
    number:
      document.kind === 'receipt' ? documentNumber(document) : original ? documentNumber(original) : null,
    policy: current.refundPolicy,
    now: clock.now(),
  })
  if (document.kind === 'receipt')
    return {
      layout: 'receipt',
      ...receiptContent(receipt, current),
      ticket: ticketOf(facts),
      facts: original ? [['Replaces receipt', documentNumber(original)]] : [],
    }
  const correction = {
    number: documentNumber(document),
    kind: document.kind,
    issuedAt: document.issuedAt.toISOString(),
    amount: formatDecimal(document.amount, document.currency),
    taxAmount: formatDecimal(document.taxAmount, document.currency),
  }
  return { layout: 'receipt', ...correctionContent(receipt, correction, current) }
}

type Issue = Pick<Receipt, 'number'> & { policy: NonNullable<Receipt['guarantee']>['policy']; now: Date }

function receiptFacts(
  document: DocumentRow,
  { purchase, checkout, item, creator, discountCode }: SaleFacts,
  { number, policy, now }: Issue,
): Receipt {
  const { currency, taxRateMillionths, seller } = document
  const money = (minorUnits: number) => formatDecimal(minorUnits, currency)
  const isWaiting = purchase.promisedReleaseAt !== null && purchase.releasedAt === null
  const until = isWaiting ? null : refundDeadline(guaranteeStart(purchase, item, now)).toISOString()
  const { withdrawalConsent, withdrawalConsentAt } = checkout
  return {
    id: purchase.orderNumber,
    number,
    paidAt: document.suppliedAt.toISOString(),
    title: document.title || item.title,
    seller: toShownName(creator.firstName),
    issuer: seller.name ? seller : null,
    business: businessOf(document),
    buyerCountry: document.buyerCountry,
    email: maskEmail(purchase.buyerEmail),
    listAmount: money(purchase.listAmount),
    discount: presentAppliedDiscount(purchase, discountCode),
    tip: money(purchase.tipAmount),
    amount: money(purchase.amount),
    taxTreatment: document.taxTreatment,
    tax:
      taxRateMillionths === 0
        ? null
        : {
            rateMillionths: taxRateMillionths,
            amount: money(purchase.taxAmount),
            netAmount: money(purchase.amount - purchase.taxAmount),
          },
    refundedAmount: money(0),
    netAmount: money(purchase.amount),
    currency,
    state: 'paid',
    card: null,
    corrections: [],
    withdrawalConsent: withdrawalConsentAt
      ? { text: withdrawalConsent, at: withdrawalConsentAt.toISOString() }
      : null,
    guarantee: { policy, until },
    countryQuestion: null,
    canAddCompany: false,
    licenseKeys: [],
    isTest: checkout.mode === 'test',
  }
}

function businessOf({
  businessName: name,
  businessAddress: address,
  vatId,
}: DocumentRow): Receipt['business'] {
  return name || vatId ? { name, address, vatId } : null
}

/** With the drawn cover: a picture may have to be taken down, and a document never changes. */
function ticketOf({ purchase, item, creator }: SaleFacts) {
  return {
    number: creator.showTicketNumbers ? purchase.itemNumber : null,
    title: toSingleLine(item.title),
    pond: { seed: item.pondSeed ?? seedOf(String(item.id)) },
  }
}
