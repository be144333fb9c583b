import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { countryName } from '../../../../contract/countries.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import { site } from '../../../../contract/site.ts'
import { formatLongDate } from '../../../../domain/dates.ts'
import { documentFileName, documentNumber } from '../../../../domain/documents.ts'
import { formatDecimalMoney } from '../../../../domain/format.ts'
import { paperSizeOf } from '../../../../domain/paper.ts'
import { formatTaxRate, taxNameOf } from '../../../../domain/tax.ts'
import { taxNumberLine } from '../../../../domain/tax-number.ts'
import type { Db } from '../../../db/database.ts'
import { insertRows } from '../../../db/rows.ts'
import { documents, payouts } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { type IssuedContent, insertContents } from '../documents/contents.ts'
import { lockDocumentNumbers, nextNumber } from '../documents/numbers.ts'

type DocumentRow = typeof documents.$inferSelect

const batchSize = 100
const creditNote = alias(documents, 'credit_note')

/**
 * A payout that came back was no supply: the invoice that the operator wrote for the creator is canceled by a credit note of the same
 * series, and the next payout has an invoice of its own. Statements that are no invoice stay as they are.
 */
export async function creditReturnedInvoices(ports: Ports): Promise<void> {
  // All other documents wait for the lock of numbers, so an idle round doesn't take it.
  if ((await selectDue(ports.db, 1)).length === 0) return
  await ports.db.transaction(async (tx) => {
    await lockDocumentNumbers(tx)
    const due = await selectDue(tx, batchSize)
    if (due.length === 0) return
    const { year, number } = await nextNumber(tx, ports, 'self_billing')
    const now = ports.clock.now()
    const rows = due.map(({ invoice: { id, ...invoice } }, index) => ({
      ...invoice,
      year,
      number: number + index,
      kind: 'credit_note' as const,
      originalId: id,
      postingKind: 'payout_return' as const,
      amount: -invoice.amount,
      taxAmount: -invoice.taxAmount,
      bookedAt: now,
      issuedAt: now,
    }))
    const issued = await insertRows(tx, documents, rows)
    const originals = new Map(due.map(({ invoice }) => [invoice.id, invoice]))
    await insertContents(
      tx,
      issued.flatMap((document) => {
        const original = originals.get(document.originalId ?? 0)
        return original ? [{ documentId: document.id, content: contentOf(ports, document, original) }] : []
      }),
    )
  })
}

function selectDue(db: Db, limit: number) {
  return db
    .select({ invoice: documents })
    .from(documents)
    .innerJoin(payouts, eq(payouts.id, documents.payoutId))
    .leftJoin(creditNote, eq(creditNote.originalId, documents.id))
    .where(
      and(
        eq(documents.kind, 'statement'),
        // Only an invoice names who buys.
        ne(documents.businessName, ''),
        inArray(payouts.state, ['returned', 'failed']),
        isNull(creditNote.id),
      ),
    )
    .orderBy(asc(documents.year), asc(documents.number))
    .limit(limit)
}

function contentOf(
  { settings, paymentProvider }: Ports,
  document: DocumentRow,
  original: DocumentRow,
): IssuedContent {
  const { logoKey, sellerCountry } = settings.current()
  const { amount, taxAmount, taxRateMillionths, taxTreatment, currency, seller, issuedAt } = document
  const money = (minorUnits: number) => formatDecimalMoney(formatDecimal(minorUnits, currency), currency)
  const buyer = [document.businessName, ...document.businessAddress.split(/\r?\n/)]
  const country = document.buyerCountry ? countryName(document.buyerCountry) : ''
  return {
    layout: 'receipt',
    paper: paperSizeOf({ country: sellerCountry, currency }),
    siteName: site().name,
    logoKey,
    isTest: paymentProvider.mode === 'test',
    ticket: undefined,
    fileName: documentFileName(document),
    heading: 'Credit note',
    subheading: `${documentNumber(document)} · ${formatLongDate(issuedAt, 'short')}`,
    parties: [
      {
        label: 'Recipient',
        lines: [...buyer, country, document.vatId && taxNumberLine(document.vatId)].filter(Boolean),
      },
      {
        label: 'Supplier',
        lines: [
          seller.name,
          ...seller.address.split('\n'),
          seller.vatId && taxNumberLine(seller.vatId),
        ].filter(Boolean),
      },
    ],
    facts: [['Cancels invoice', documentNumber(original)]],
    lines: [
      { label: `Payout ${document.payoutId}, which came back`, value: money(amount), isTitle: true },
      ...(taxTreatment === 'taxed'
        ? [
            { label: 'Net', value: money(amount - taxAmount), isPart: true },
            {
              label: `${taxNameOf(seller.country)} (${formatTaxRate(taxRateMillionths)})`,
              value: money(taxAmount),
              isPart: true,
            },
          ]
        : []),
    ],
    total: ['Credited', money(amount)],
    guarantee: '',
    closing: [
      `Self-billing: ${document.businessName} issues this in the name and on behalf of ${seller.name}.`,
    ],
    foot: [documentNumber(document), ''],
  }
}
