import type { PreviewFocus } from '../../contract/content.ts'
import type { Pond } from '../../contract/ponds.ts'
import type { PaperSize } from '../../domain/paper.ts'

/** What is at the top and at the foot of a printed document. Amounts and dates are written already. */
type PrintedDocument = {
  paper: PaperSize
  siteName: string
  /** The key of the operator's logo; null for the mark and the site's name. */
  logoKey: string | null
  heading: string
  /** Below the heading: number and date. */
  subheading: string
  isTest: boolean
  /** At the left and in the middle of the foot of each page. */
  foot: [left: string, middle: string]
}

/** The text of a receipt or correction. */
export type ReceiptContent = PrintedDocument & {
  fileName: string
  /** The ticket at its top; undefined where there is none. */
  ticket: PrintedTicket | undefined
  /** Who bought and who sold, beside each other. The first line of each is its name. */
  parties: Array<{ label: string; lines: Array<string> }>
  /** Further facts, such as the receipt that a credit note corrects. */
  facts: Array<[label: string, value: string]>
  lines: Array<PrintedLine>
  total: [label: string, value: string]
  /** The guarantee, in the size of the text. */
  guarantee: string
  /** Paragraphs at the end: how it was paid, the consent, where the terms are. */
  closing: Array<string>
}

/** `note` is below the label. A `part` is contained in the amounts above and not added to them. */
export type PrintedLine = { label: string; value: string; note?: string; isTitle?: boolean; isPart?: boolean }

export type PrintedTicket = {
  /** The place among the purchases of the item; null without one. */
  number: number | null
  title: string
  /** The drawn cover; its rings are those of the number. */
  pond: Pick<Pond, 'seed'>
}

/** The content of a payout statement's PDF. */
export type StatementContent = PrintedDocument & {
  /** What was paid to whom, when and where. */
  paid: { label: string; amount: string; details: string }
  /** Who pays and who is paid. Statements that were issued before these three have none of them. */
  parties?: Array<{ label: string; lines: Array<string> }>
  /** Net, tax and total, when the statement is an invoice. */
  taxLines?: Array<[label: string, value: string]>
  notes?: Array<string>
  /** The sum that leads to the amount. */
  sums: Array<[label: string, value: string]>
  total: [label: string, value: string]
  items: { head: Array<string>; rows: Array<Array<string>>; total: Array<string> }
  /** Newest first. `isVoid` is struck through. */
  sales: Array<{ date: string; title: string; order: string; gross: string; net: string; isVoid: boolean }>
  /** About sales that are not listed; empty when all are. */
  omitted: string
}

/** The text of a share image. `price` includes its currency: `$5.00`, `From $2.00`. */
export type ShareCard = {
  title: string
  creator: string
  price: string
  /** What it is, beside the price: `Text, 20 min`. */
  summary: string
  /** An encoded image, as stored. */
  itemImage: Uint8Array | undefined
  /** The cover without an image. */
  pond: Pond
}

/** An encoded image, as stored, and its focal point. */
export type ItemImage = { bytes: Uint8Array; focus: PreviewFocus }

/** What the picture of a ticket shows. Never a price, a name or an address of its buyer. */
export type TicketCard = {
  number: number
  title: string
  creator: string
  /** Where the creator is found: `tipdrop.example/@mara`. */
  address: string
  itemImage: ItemImage | undefined
  /** The cover without an image; its rings are those of the number. */
  pond: Pick<Pond, 'seed'>
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

export type PrintTurn = RenderTurn & { readImage: ReadImage }

/** Reads a stored image by its key; undefined when it is missing. It is called for documents that are not cached. */
export type ReadImage = (key: string) => Promise<Uint8Array | undefined>

/**
 * Renders CPU-intensive documents outside the event loop. The same data gives the same bytes. Throws AppError
 * `unavailable` when too many documents are waiting or one takes too long.
 */
export interface DocumentRenderer {
  /** PDF, one page unless its texts are very long; cached. */
  receiptPdf(receipt: ReceiptContent, turn: PrintTurn): Promise<Buffer>
  /** PDF; cached. */
  statementPdf(statement: StatementContent, turn: PrintTurn): Promise<Buffer>
  /** SVG of a QR code; cached. */
  qrCodeSvg(text: string, turn: RenderTurn): Promise<Buffer>
  /** PNG; not cached here. */
  shareCardPng(card: ShareCard, turn: RenderTurn): Promise<Buffer>
  /** PNG; not cached here. */
  ticketPng(ticket: TicketCard, turn: RenderTurn): Promise<Buffer>
  /** JPEG; not cached here. */
  pondJpeg(pond: Pond & { detail: 'cover' | 'thumb' }, turn: RenderTurn): Promise<Buffer>
  /** PNG; not cached here. */
  creatorCardPng(card: CreatorCard, turn: RenderTurn): Promise<Buffer>
}
