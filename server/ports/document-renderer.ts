import type { PreviewFocus } from '../../contract/content.ts'
import type { Statement } from '../../contract/payouts.ts'

/** The text of a receipt or correction. Amounts and dates are written already. */
export type ReceiptContent = {
  fileName: string
  siteName: string
  heading: string
  isTest: boolean
  /** The seller's name and address; empty when the operator has not entered them. */
  sellerLines: Array<string>
  facts: Array<[label: string, value: string]>
  sums: Array<[label: string, value: string]>
  total: [label: string, value: string]
  /** Paragraphs at the end: how it was paid, the consent, where the terms are. */
  closing: Array<string>
}

/** The content of a payout statement's PDF. */
export type StatementContent = Statement & {
  /** The sum of all lines, as a decimal string. */
  linesTotal: string
  /** A test payout without money. */
  isTest: boolean
}

/** The text of a share image. `price` includes its currency: `$5.00`, `From $2.00`. */
export type ShareCard = {
  title: string
  creator: string
  price: string
  /** An encoded image, as stored, and its focal point. */
  itemImage: { bytes: Uint8Array; focus: PreviewFocus } | undefined
}

/** What the picture of a ticket shows. Never a price, a name or an address of its buyer. */
export type TicketCard = {
  number: number
  title: string
  creator: string
  /** Where the creator is found: `tipdrop.example/@mara`. */
  address: string
  itemImage: ShareCard['itemImage']
}

/** The text and photo of a creator's share image. */
export type CreatorCard = {
  name: string
  /** Without the @. */
  handle: string
  /** Published items. */
  itemCount: number
  /** An encoded image, as stored. */
  photo: Uint8Array | undefined
}

/**
 * Who waits for a document: owners take turns. `beforeRender` is called before it is rendered, not when it is cached; an
 * error it throws rejects the call.
 */
export type RenderTurn = { owner: string; beforeRender?: () => Promise<void> }

/**
 * Renders CPU-intensive documents outside the event loop. The same data gives the same bytes. Throws AppError
 * `unavailable` when too many documents are waiting or one takes too long.
 */
export interface DocumentRenderer {
  /** One A4 page as PDF; cached. */
  receiptPdf(receipt: ReceiptContent, turn: RenderTurn): Promise<Buffer>
  /** PDF; cached. */
  statementPdf(statement: StatementContent, turn: RenderTurn): Promise<Buffer>
  /** SVG of a QR code; cached. */
  qrCodeSvg(text: string, turn: RenderTurn): Promise<Buffer>
  /** PNG; not cached here. */
  shareCardPng(card: ShareCard, turn: RenderTurn): Promise<Buffer>
  /** PNG; not cached here. */
  ticketPng(ticket: TicketCard, turn: RenderTurn): Promise<Buffer>
  /** PNG; not cached here. */
  creatorCardPng(card: CreatorCard, turn: RenderTurn): Promise<Buffer>
}
