import { maskEmail } from '../../../../contract/email-address.ts'
import { limits } from '../../../../contract/limits.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import { toShownName } from '../../../../contract/names.ts'
import type { Receipt, ReceiptCorrection } from '../../../../contract/receipts.ts'
import { toSingleLine } from '../../../../contract/text.ts'
import { documentFileName, documentNumber } from '../../../../domain/documents.ts'
import { AppError } from '../../../../domain/errors.ts'
import { cardText } from '../../../../domain/format.ts'
import { purchaseState, refundDeadline, refundStatus } from '../../../../domain/purchase.ts'
import { guaranteeStart } from '../../../../domain/release.ts'
import { attachment, type FileResponse } from '../../../http/file-response.ts'
import { readImageOf } from '../../../http/images.ts'
import { enforceRateLimits, ipPrefix, requestWindow } from '../../../http/rate-limit.ts'
import type { BuyerProof, FindViewer } from '../../../http/request-context.ts'
import type { PrintedTicket, RenderTurn } from '../../../ports/document-renderer.ts'
import type { Ports } from '../../../ports/index.ts'
import { documentPdf } from '../../money/documents/files.ts'
import { pondOf } from '../../selling/content/present.ts'
import type { ContentRow } from '../../selling/content/repository.ts'
import { findAppliedDiscount } from '../../selling/discounts/repository.ts'
import type { PurchaseWithGrant } from '../purchases/repository.ts'
import { loadTestPurchase } from '../purchases/test-purchases-repository.ts'
import { receiptContent } from '../receipts/content.ts'
import { requireFrozen } from '../receipts/freeze-contents.ts'
import { getPurchaseReceipts } from '../receipts/issue-receipts.ts'
import type { DocumentRow } from '../receipts/repository.ts'
import { presentTicket } from '../tickets/ticket.ts'
import { contentOfPurchase } from './active-access.ts'
import { hasBuyerProof, purchaseNotFound, receiptPdfLimits } from './buyer-proof.ts'
import { workingKeys } from './license-cards.ts'
import { presentTestReceipt } from './present.ts'
import { latestBuyerRequestState } from './repository.ts'
import { requirePurchaseByToken } from './verify-purchase.ts'
import { presentWait } from './wait.ts'

type ReceiptRequest = { token: string; findViewer: FindViewer; proof: BuyerProof }

/**
 * The receipt with payment, tax and corrections. The buyer can read it even after access is revoked. Only the browser
 * that paid gets the whole email address and the card: access links are forwarded. The emailed receipt has both.
 */
export async function getReceipt(
  ports: Ports,
  { token, findViewer, proof }: ReceiptRequest,
): Promise<Receipt> {
  const testPurchase = await loadTestPurchase(ports, token, findViewer)
  if (testPurchase) return presentTestReceipt(testPurchase)
  const bought = await requirePurchaseByToken(ports, token)
  const receipt = {
    ...(await presentReceipt(ports, bought)),
    licenseKeys: await keysOnReceipt(ports, bought),
  }
  if (hasBuyerProof(ports, bought.checkout, proof)) return receipt
  return { ...receipt, email: maskEmail(receipt.email), card: null, countryQuestion: null }
}

/** None without access. */
async function keysOnReceipt(ports: Ports, bought: PurchaseWithGrant): Promise<Receipt['licenseKeys']> {
  if (bought.grant.revokedAt) return []
  const row = await contentOfPurchase(ports, bought)
  return presentWait(bought.purchase, row, ports.clock.now()) ? [] : workingKeys(ports, row, bought)
}

/** The documents state what they stated when they were issued; refunds are the purchase's current ones. */
export async function presentReceipt(
  ports: Ports,
  bought: PurchaseWithGrant,
  readDocuments = getPurchaseReceipts,
): Promise<Receipt> {
  const { purchase, checkout } = bought
  // What was free has no receipt.
  if (purchase.amount === 0) throw purchaseNotFound()
  const row = await contentOfPurchase(ports, bought)
  const documents = await readDocuments(ports, purchase.id)
  const receipt = documents.findLast(({ kind }) => kind === 'receipt')
  const { orderNumber, amount, refundedAmount, taxAmount, taxRateMillionths, currency, buyerEmail } = purchase
  const {
    businessName: name,
    businessAddress: address,
    vatId,
    withdrawalConsent,
    withdrawalConsentAt,
  } = checkout
  const money = (minorUnits: number) => formatDecimal(minorUnits, currency)
  return {
    id: orderNumber,
    number: receipt ? documentNumber(receipt) : null,
    paidAt: purchase.paidAt.toISOString(),
    title: receipt?.title || row.content.title,
    seller: toShownName(row.creator.firstName),
    issuer: receipt?.seller.name ? receipt.seller : null,
    business: name || vatId ? { name, address, vatId } : null,
    buyerCountry: purchase.buyerCountry,
    email: buyerEmail,
    listAmount: money(purchase.listAmount),
    discount: await findAppliedDiscount(ports.db, purchase),
    tip: money(purchase.tipAmount),
    amount: money(amount),
    taxTreatment: purchase.taxTreatment,
    tax:
      taxRateMillionths === 0
        ? null
        : {
            rateMillionths: taxRateMillionths,
            amount: money(taxAmount),
            netAmount: money(amount - taxAmount),
          },
    refundedAmount: money(refundedAmount),
    netAmount: money(amount - refundedAmount),
    currency,
    state: purchaseState(purchase),
    card: cardText(purchase),
    corrections: documents.filter((document) => document !== receipt).map(presentCorrection),
    withdrawalConsent: withdrawalConsentAt
      ? { text: withdrawalConsent, at: withdrawalConsentAt.toISOString() }
      : null,
    guarantee: await presentGuarantee(ports, bought, row),
    countryQuestion: countryQuestion(bought),
    canAddCompany:
      receipt !== undefined &&
      name === '' &&
      vatId === '' &&
      ports.clock.now().getTime() - purchase.paidAt.getTime() <= limits.companyDetailsWindowMs,
    licenseKeys: [],
    isTest: checkout.mode === 'test',
  }
}

/** A consumer of a taxed sale is asked where they live when their card and what they stated differ. */
export function countryQuestion({
  purchase: { cardCountry, answeredCountry, taxTreatment },
  checkout,
}: Pick<PurchaseWithGrant, 'purchase' | 'checkout'>): Receipt['countryQuestion'] {
  const { buyerCountry: stated, vatId } = checkout
  const isOpen = taxTreatment === 'taxed' && vatId === '' && answeredCountry === null
  if (!isOpen || cardCountry === null || stated === null || cardCountry === stated) return null
  return { card: cardCountry, stated }
}

/** The guarantee while a refund may be requested. */
async function presentGuarantee(
  ports: Ports,
  { purchase }: PurchaseWithGrant,
  { content }: ContentRow,
): Promise<Receipt['guarantee']> {
  const now = ports.clock.now()
  const guaranteed = { ...purchase, paidAt: guaranteeStart(purchase, content, now) }
  if (refundStatus(guaranteed, undefined, now) !== 'available') return null
  const requestState = await latestBuyerRequestState(ports.db, purchase.id)
  if (refundStatus(guaranteed, requestState, now) !== 'available') return null
  const isWaiting = purchase.promisedReleaseAt !== null && purchase.releasedAt === null
  return {
    policy: ports.settings.current().refundPolicy,
    until: isWaiting ? null : refundDeadline(guaranteed.paidAt).toISOString(),
  }
}

function presentCorrection(document: DocumentRow): ReceiptCorrection {
  const { kind, issuedAt, amount, taxAmount, currency } = document
  return {
    number: documentNumber(document),
    kind,
    issuedAt: issuedAt.toISOString(),
    amount: formatDecimal(amount, currency),
    taxAmount: formatDecimal(taxAmount, currency),
  }
}

/** Limits requests for one access link in this process, before anything is read. */
const countRequest = requestWindow({
  max: 90,
  windowMs: 60_000,
  sentence: 'You’ve opened this receipt many times. Please wait a minute and try again.',
})

type PdfRequest = ReceiptRequest & { ip: string }

/**
 * The receipt as it was issued, as a PDF: the same bytes for everyone with the link, whatever happens to the purchase. A
 * test purchase, and a sale from before receipts were numbered, have no such document and are printed as they are now.
 */
export async function receiptPdf(ports: Ports, request: PdfRequest): Promise<FileResponse> {
  countRequest(request.token)
  const documents = await documentsOf(ports, request)
  const document = documents.findLast(({ kind }) => kind === 'receipt')
  if (document) return issuedPdf(ports, request, document)
  const receipt = await getReceipt(ports, request)
  const ticket = await printedTicket(ports, request)
  const content = { ...receiptContent(receipt, ports.settings.current()), ticket }
  const bytes = await ports.documents.receiptPdf(content, {
    ...renderTurn(ports, request, receipt.id),
    readImage: readImageOf(ports),
  })
  return attachment(content.fileName, { type: 'application/pdf', bytes })
}

/** Any other document of the purchase as it was issued, as a PDF. Throws AppError `not_found`. */
export async function correctionPdf(
  ports: Ports,
  { number, ...request }: PdfRequest & { number: string },
): Promise<FileResponse> {
  countRequest(request.token)
  const documents = await documentsOf(ports, request)
  const document = documents.find((each) => documentNumber(each) === number)
  if (!document) throw new AppError('not_found', 'Purchase Not Found')
  return issuedPdf(ports, request, document)
}

/** None of a test purchase. What was free has no receipt. */
async function documentsOf(
  ports: Ports,
  { token, findViewer }: Pick<PdfRequest, 'token' | 'findViewer'>,
): Promise<Array<DocumentRow>> {
  if (await loadTestPurchase(ports, token, findViewer)) return []
  const { purchase } = await requirePurchaseByToken(ports, token)
  if (purchase.amount === 0) throw purchaseNotFound()
  return getPurchaseReceipts(ports, purchase.id)
}

async function issuedPdf(ports: Ports, request: PdfRequest, document: DocumentRow): Promise<FileResponse> {
  await requireFrozen(ports, document)
  const bytes = await documentPdf(ports, document.id, renderTurn(ports, request, document.id))
  return attachment(documentFileName(document), { type: 'application/pdf', bytes })
}

/** `subject`: whose renderings are counted, beside those of the network. */
function renderTurn(ports: Ports, { ip }: PdfRequest, subject: number): RenderTurn {
  return {
    owner: ipPrefix(ip),
    beforeRender: () => enforceRateLimits(ports, receiptPdfLimits(ports, { purchaseId: subject, ip })),
  }
}

/** What the buyer has, at the top of the receipt. */
async function printedTicket(
  ports: Ports,
  { token, findViewer }: Pick<PdfRequest, 'token' | 'findViewer'>,
): Promise<PrintedTicket> {
  const test = await loadTestPurchase(ports, token, findViewer)
  if (test) return ticketOf(test.row, null)
  const bought = await requirePurchaseByToken(ports, token)
  const row = await contentOfPurchase(ports, bought)
  return ticketOf(row, presentTicket(ports, bought, row).number)
}

function ticketOf(row: ContentRow, number: number | null): PrintedTicket {
  return { number, title: toSingleLine(row.content.title), pond: { seed: pondOf(row).seed } }
}
