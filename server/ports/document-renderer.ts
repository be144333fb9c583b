import type { Statement } from '../../contract/payouts.ts'
import type { Receipt } from '../../contract/receipts.ts'

/** A payout statement on paper. `more` counts the lines that only the CSV has. */
export type StatementPaper = Statement & {
  /** What the lines add up to. */
  entries: string
  /** No money moved. */
  isTest: boolean
}

/** What a share card says. `price` comes with its currency: `$5.00`, `From $2.00`. */
export type ShareCard = {
  title: string
  creator: string
  price: string
  /** An encoded image, as it is stored. */
  picture: Uint8Array | undefined
}

/** Called before a document is rendered, not when it comes from the cache. What it throws refuses the call. */
export type BeforeRender = () => Promise<void>

/**
 * Renders what takes a CPU for long, away from the event loop. The same facts give the same bytes. Throws AppError
 * `unavailable` when too many documents are waiting or one takes too long.
 */
export interface DocumentRenderer {
  /** One page of A4 as PDF; cached. */
  receiptPdf(receipt: Receipt, beforeRender?: BeforeRender): Promise<Buffer>
  /** PDF; cached. */
  statementPdf(statement: StatementPaper, beforeRender?: BeforeRender): Promise<Buffer>
  /** SVG of a QR code; cached. */
  qrCodeSvg(text: string): Promise<Buffer>
  /** PNG; not cached here. */
  shareCardPng(card: ShareCard): Promise<Buffer>
}
