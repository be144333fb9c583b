import type { PurchaseDetail } from '../../../../contract/admin-purchases.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import { documentNumber, documentType } from '../../../../domain/documents.ts'
import type { Ports } from '../../../ports/index.ts'
import { getPurchaseReceipts } from '../../buying/receipts/issue-receipts.ts'
import type { PurchaseSearchRow } from './repository.ts'

type Tax = Pick<PurchaseDetail, 'documents' | 'taxCase'>

/** The documents of a purchase, and what decided their tax. */
export async function presentTaxCase(ports: Ports, { purchase, checkout }: PurchaseSearchRow): Promise<Tax> {
  const documents = await getPurchaseReceipts(ports, purchase.id)
  const evidence = [
    { source: 'stated' as const, country: checkout.buyerCountry },
    { source: 'card' as const, country: purchase.cardCountry },
    { source: 'answer' as const, country: purchase.answeredCountry },
  ]
  return {
    documents: documents.map((document) => ({
      id: document.id,
      number: documentNumber(document),
      type: documentType(document),
      issuedAt: document.issuedAt.toISOString(),
      amount: formatDecimal(document.amount, document.currency),
    })),
    taxCase: {
      country: purchase.buyerCountry,
      region: purchase.buyerRegion,
      evidence: evidence.flatMap(({ source, country }) => (country === null ? [] : [{ source, country }])),
      treatment: purchase.taxTreatment,
      businessName: checkout.businessName,
      businessAddress: checkout.businessAddress,
      vatId: checkout.vatId,
      vatIdVerifiedAt: checkout.vatIdVerifiedAt?.toISOString() ?? null,
    },
  }
}
