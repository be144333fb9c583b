export type Email = {
  /** The heading, unless an `amount` stands in its place. */
  title: string
  /** Without one, the title. */
  subject?: string
  /** What an inbox shows beside the subject. Without one, the first words of the email. */
  preview?: string
  /** The sender's name in the inbox instead of that of the site. */
  senderName?: string
  headers?: Record<string, string>
  lines: Array<string>
  /** A few words above the paragraphs that say what they are of: `Version 1.1`. */
  label?: string
  /** Money as the heading, and what it was for. */
  amount?: EmailAmount
  quotes?: Array<EmailQuote>
  highlightedCode?: string
  button?: EmailLink
  /** A quieter button: the second one, or of what few of its readers need. */
  otherButton?: EmailLink
  links?: Array<EmailLink>
  /** What the email has several of: items, purchases, alerts. */
  list?: Array<EmailListed>
  /** Figures and facts: each label with its value. */
  facts?: Array<EmailRow>
  /** A sum: each label with its amount, the last one the total. */
  rows?: Array<EmailRow>
  progress?: EmailProgress
  /** What the creator wrote for everyone who buys the item. */
  note?: EmailNote | undefined
  /** Paragraphs after the button and links. */
  closingLines?: Array<string>
  /** Small lines at the end: the order with its receipt, what may be done until when. */
  smallPrint?: Array<EmailSmallLine>
  /** Above the paragraphs; only in HTML. */
  cover?: EmailImage | undefined
  /** In place of the cover, which is on it. */
  ticket?: EmailTicket | undefined
  footer?: Reader | EmailFooter
}

/** With a `band`, it stands on a colored band under this label. */
export type EmailAmount = { text: string; sentence: string; band?: string }
/** `isLarge`: as the heading of what follows. */
export type EmailQuote = { text: string; by: string; isLarge?: boolean }
export type EmailRow = { label: string; value: string }
/** `details` are lines below the title; `value` stands at the right: a price. */
export type EmailListed = {
  title: string
  url: string
  details: Array<string>
  value?: string
  picture?: EmailImage | undefined
}
/** How far something is, from 0 to 1, and the sentence for it. */
export type EmailProgress = { share: number; sentence: string }
export type EmailNote = { by: string; text: string; photoUrl?: string | undefined }
/**
 * A buyer's place among those who bought an item, their name and the day. Without a name only the day, without a number
 * thanks.
 */
export type EmailTicket = {
  number: number | null
  title: string
  name: string
  day: string
  cover: EmailImage | undefined
}
export type EmailSmallLine = { text: string; links?: Array<EmailLink> }
export type EmailLink = { label: string; url: string }
export type EmailImage = { url: string; alt: string }
/** Why its reader gets the email, and links to what can be done about it. */
export type EmailFooter = { reason: string; links: Array<EmailLink> }

/** Why its reader gets an email: a buyer, a creator, or whoever has an address that was entered at a checkout. */
export type Reader = 'buyer' | 'creator' | 'entered-address'

/** The seller in one line, and links to the legal pages; at the end of every email. */
export type LegalFooter = { seller: string; links: Array<EmailLink> }
