import type { IOptions } from 'sanitize-html'
import { countryName } from '../../../../contract/countries.ts'
import { mailtoUrl } from '../../../../contract/email-address.ts'
import { limits } from '../../../../contract/limits.ts'
import { guaranteeText } from '../../../../contract/refunds.ts'
import { escapeHtml } from '../../../../domain/escape-html.ts'
import { minPayout } from '../../../../domain/payout.ts'
import { formatMoney } from '../../../../domain/price.ts'
import { taxNumberName } from '../../../../domain/tax-number.ts'
import { normalizeVatId } from '../../../../domain/vat-id.ts'
import type { Ports } from '../../../ports/index.ts'

/** What is stored about people and for how long, in words for them. */
export type PublicRetention = ReadonlyArray<{ data: string; kept: string }>

type Placeholder = {
  name: string
  description: string
  value: (ports: Ports, kept: PublicRetention) => string
}

const unnamedSeller = 'The operator of this site has not entered their name and address yet.'

const placeholders: ReadonlyArray<Placeholder> = [
  {
    name: 'site',
    description: 'The name of the site',
    value: ({ settings }) => escapeMarkdown(settings.current().siteName),
  },
  { name: 'url', description: 'The address of the site', value: ({ config }) => config.publicUrl },
  {
    name: 'seller',
    description: 'Your name, address, registration number, VAT ID and telephone number',
    value: sellerText,
  },
  {
    name: 'support_email',
    description: 'The support address, or a link to the contact form',
    value: ({ config, settings }) => {
      const { supportEmail } = settings.current()
      return supportEmail
        ? `[${escapeMarkdown(supportEmail)}](${mailtoUrl(supportEmail)})`
        : `[the contact form](${config.publicUrl}/feedback)`
    },
  },
  {
    name: 'fee',
    description: 'Your share of each sale',
    value: ({ settings }) => `${settings.current().feeBasisPoints / 100}%`,
  },
  {
    name: 'hold',
    description: 'A sentence about when earnings can be paid out',
    value: ({ settings }) => {
      const { payoutHoldDays: days } = settings.current()
      return days === 0
        ? 'Earnings can be paid out right away.'
        : `Earnings are on hold for ${days} ${days === 1 ? 'day' : 'days'} before they can be paid out.`
    },
  },
  {
    name: 'min_payout',
    description: 'The least that is paid out',
    value: ({ config: { currency }, settings }) =>
      escapeMarkdown(formatMoney(minPayout(currency, settings.current().minPayout), currency)),
  },
  {
    name: 'pro',
    description: 'What Pro costs and how it renews',
    value: ({ config: { currency }, settings }) => {
      const amount = settings.proPriceAmount()
      if (amount === undefined) return 'Pro isn’t sold here now.'
      const price = escapeMarkdown(formatMoney(amount, currency))
      return `Pro costs ${price} a month, with the tax in it, and renews each month until you cancel it on the settings page. You keep it until the end of the month that you have paid for. As a consumer you can withdraw within 14 days of the first payment.`
    },
  },
  {
    name: 'refund_policy',
    description: 'The conditions of the 30-day guarantee',
    value: ({ settings }) => escapeMarkdown(guaranteeText(settings.current().refundPolicy).conditions),
  },
  {
    name: 'retention',
    description: 'A list of what is stored and for how long, from the program itself',
    value: (_, kept) =>
      kept.map((entry) => `- ${escapeMarkdown(entry.data)}: ${escapeMarkdown(entry.kept)}`).join('\n'),
  },
]

export const placeholderHelp = placeholders.map(({ name, description }) => ({ name, description }))

const placeholderPattern = /\{\{([^{}]*)\}\}/g

export function unknownPlaceholders(markdown: string): Array<string> {
  const names = [...markdown.matchAll(placeholderPattern)].map(([, name = '']) => name.trim())
  return names.filter((name) => !placeholders.some((known) => known.name === name))
}

export function fillPlaceholders(ports: Ports, markdown: string, kept: PublicRetention): string {
  return markdown.replace(placeholderPattern, (whole, name: string) => {
    const placeholder = placeholders.find((known) => known.name === name.trim())
    return placeholder ? placeholder.value(ports, kept) : whole
  })
}

function sellerText({ settings }: Ports): string {
  const seller = settings.current()
  if (!seller.sellerName) return unnamedSeller
  const country = seller.sellerCountry && countryName(seller.sellerCountry)
  const lines = [
    seller.sellerName,
    seller.sellerAddress,
    country ?? '',
    seller.sellerRegistrationNumber && `Registration number: ${seller.sellerRegistrationNumber}`,
    seller.sellerVatId && `${taxNumberName(normalizeVatId(seller.sellerVatId))}: ${seller.sellerVatId}`,
    seller.sellerPhone && `Telephone: ${seller.sellerPhone}`,
  ]
  return escapeMarkdown(lines.filter(Boolean).join('\n'))
}

/** What Markdown without HTML can make. The sanitizer removes everything else. */
const allowed: IOptions = {
  allowedTags: [
    ...['h2', 'h3', 'h4', 'h5', 'h6', 'p', 'a', 'ul', 'ol', 'li', 'strong', 'em', 'del', 'code', 'pre'],
    ...['blockquote', 'hr', 'br', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  // The page's title is its only h1.
  transformTags: { h1: 'h2' },
}

/** Renders Markdown as HTML that can run nothing. The libraries are loaded for the first page. */
export async function renderMarkdown(text: string): Promise<string> {
  const [{ Marked }, { default: sanitizeHtml }] = await Promise.all([
    import('marked'),
    import('sanitize-html'),
  ])
  // HTML in the Markdown is shown as text.
  const renderer = { html: ({ text }: { text: string }) => escapeHtml(text) }
  const markdown = new Marked({ gfm: true, async: false, renderer })
  return sanitizeHtml(String(markdown.parse(text)), allowed)
}

/** A text as HTML with its line breaks, without any Markdown. */
export function renderPlainText(text: string): string {
  return `<p>${escapeHtml(text).replace(/\r?\n/g, '<br />')}</p>`
}

/** Eleven quotations or entries of lists, one in the other. */
const tooDeep = new RegExp(
  `^(?:[ \\t]*(?:>|[-*+][ \\t]|\\d{1,9}[.)][ \\t])){${limits.maxMarkdownDepth + 1}}`,
  'm',
)

/**
 * The sentence that refuses a Markdown text which takes the parser too long; undefined for all others. The parser calls
 * itself for each level, and compares each sign of a paragraph with the others.
 */
export function markdownProblem(text: string): string | undefined {
  if (text.length > limits.maxFilledLegalPageLength)
    return 'This page gets too long once its placeholders are filled in. Use fewer of them.'
  if (tooDeep.test(text))
    return `Quotations and lists can be at most ${limits.maxMarkdownDepth} deep. Use fewer > and - at the start of a line.`
  const isFull = text
    .split(/\n[ \t\r]*\n/)
    .some((paragraph) => (paragraph.match(/[*_~[\]`]/g)?.length ?? 0) > limits.maxMarkdownSigns)
  return isFull
    ? `A paragraph can have at most ${limits.maxMarkdownSigns} of the characters * _ ~ [ ] and \`. Put empty lines between its parts.`
    : undefined
}

/** A text as Markdown that shows exactly it, with its line breaks. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!|<>&~]/g, '\\$&').replace(/\r?\n/g, '\\\n')
}
