import { renderToStaticMarkup } from 'react-dom/server'
import { site } from '../../../../contract/site.ts'
import type { EmailMessage } from '../../../ports/mailer.ts'
import { EmailDocument } from './document.tsx'
import type { Email, EmailFooter, EmailLink, EmailRow, LegalFooter, Reader } from './email.ts'

/** An email in the common layout: as text, and as HTML for every email client, with inline styles. */
export function renderEmail(email: Email): Omit<EmailMessage, 'to'> {
  const { title, subject = title, senderName, headers } = email
  const footer = typeof email.footer === 'string' ? footerOf(email.footer) : email.footer
  const legal = legalFooter()
  const markup = renderToStaticMarkup(<EmailDocument {...email} footer={footer} legal={legal} />)
  const html = `<!doctype html>${markup.replaceAll(preloadLink, '')}`
  return {
    subject,
    text: textOf(email, footer, legal),
    html,
    ...(senderName && { senderName }),
    ...(headers && { headers }),
  }
}

/** React adds one for each picture. Mail programs load nothing ahead, and some count links of this kind against an email. */
const preloadLink = /<link rel="preload"[^>]*>/g

function textOf(email: Email, footer: EmailFooter | undefined, legal: LegalFooter): string {
  const { title, label, lines, amount, quotes = [], highlightedCode, button, otherButton, links = [] } = email
  const { ticket, list = [], facts = [], rows = [] } = email
  return [
    amount ? `${amount.text}\n${amount.sentence}` : title,
    ticket &&
      ticket.number !== null &&
      `You’re number ${ticket.number.toLocaleString(site().locale)} behind ${ticket.title}`,
    label,
    ...lines,
    ...quotes.map(({ text, by }) => `“${text}”\n${by}`),
    ...list.map(({ title: listed, value, details, url }) =>
      [[listed, value].filter(Boolean).join(' · '), ...details, url].join('\n'),
    ),
    highlightedCode,
    button && textLink(button),
    otherButton && textLink(otherButton),
    ...links.map(({ label, url }) => `${label}\n${url}`),
    email.note && `${email.note.by}\n${email.note.text}`,
    textRows(facts),
    textRows(rows),
    email.progress?.sentence,
    ...(email.closingLines ?? []),
    email.smallPrint?.flatMap(({ text, links: of = [] }) => [text, ...of.map(textLink)]).join('\n'),
    footer && [footer.reason, ...footer.links.map(textLink)].join('\n'),
    [legal.seller, ...legal.links.map(textLink)].filter(Boolean).join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n')
}

function textRows(rows: Array<EmailRow>): string {
  return rows.map(({ label, value }) => `${label}: ${value}`).join('\n')
}

const textLink = ({ label, url }: EmailLink) => `${label}: ${url}`

function footerOf(reader: Reader): EmailFooter {
  const { name, publicUrl } = site()
  const reasons = {
    buyer: `You got this email because you bought something on ${name}.`,
    creator: `You got this email because you sell on ${name}.`,
    'entered-address': `You got this email because this address was entered at a checkout on ${name}.`,
  }
  return { reason: reasons[reader], links: [{ label: 'Contact us', url: `${publicUrl}/feedback` }] }
}

/** Why a buyer gets the email with the key to what they bought. */
export function boughtFooter(title: string, isFree = false): EmailFooter {
  const { name, publicUrl } = site()
  return {
    reason: `You got this email because you ${isFree ? 'got' : 'bought'} ${title} on ${name}. It’s the key to ${isFree ? 'it' : 'what you bought'}: keep it.`,
    links: [{ label: 'Something wrong?', url: `${publicUrl}/feedback` }],
  }
}

function legalFooter(): LegalFooter {
  const { sellerLines, publicUrl, imprintName } = site()
  const pages = { Terms: '/terms', Privacy: '/privacy', [imprintName]: '/imprint' }
  return {
    seller: sellerLines.join(', '),
    links: Object.entries(pages).map(([label, path]) => ({ label, url: `${publicUrl}${path}` })),
  }
}

/**
 * For every email that its reader did not cause: mail programs show a button, which posts to the URL (RFC 8058). The
 * route is an `api.oneClick`, and opens in a browser too.
 */
export function unsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
