import { countryName } from '../../../contract/countries.ts'
import { mailtoUrl } from '../../../contract/email-address.ts'
import { guaranteeText } from '../../../contract/refund-guarantee.ts'
import type { Ports } from '../../ports/index.ts'
import { escapeMarkdown } from './render-markdown.ts'

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
  { name: 'seller', description: 'Your name, address, registration number and VAT ID', value: sellerText },
  {
    name: 'support_email',
    description: 'The support address, or a link to the contact form',
    value: ({ config, settings }) => {
      const { supportEmail } = settings.current()
      return supportEmail
        ? `[${escapeMarkdown(supportEmail)}](${mailtoUrl(supportEmail)})`
        : `[${config.publicUrl}/feedback](${config.publicUrl}/feedback)`
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
    name: 'refund_policy',
    description: 'The conditions of the 30-day guarantee',
    value: ({ settings }) => escapeMarkdown(guaranteeText(settings.current().refundPolicy).detail),
  },
  {
    name: 'retention',
    description: 'A list of what is stored and for how long, from the program itself',
    value: (_, kept) =>
      kept.map((entry) => `- ${escapeMarkdown(entry.data)}: ${escapeMarkdown(entry.kept)}`).join('\n'),
  },
]

/** The placeholders that a legal page may contain, for the editor. */
export const placeholderHelp = placeholders.map(({ name, description }) => ({ name, description }))

const placeholderPattern = /\{\{([^{}]*)\}\}/g

/** The names in a text for which there is no placeholder. */
export function unknownPlaceholders(markdown: string): Array<string> {
  const names = [...markdown.matchAll(placeholderPattern)].map(([, name = '']) => name.trim())
  return names.filter((name) => !placeholders.some((known) => known.name === name))
}

/** Replaces the placeholders of a text with the current values. */
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
    seller.sellerVatId && `VAT ID: ${seller.sellerVatId}`,
  ]
  return escapeMarkdown(lines.filter(Boolean).join('\n'))
}
