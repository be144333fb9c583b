import { site } from '../../../contract/site.ts'
import type { EmailLink } from './email-document.tsx'

/** The reason for an email, and whom to contact. */
export type EmailFooter = { reason: string; help: EmailLink }

export function buyerFooter({ publicUrl }: { publicUrl: string }): EmailFooter {
  return footer(publicUrl, (site) => `You got this email because you bought something on ${site}.`)
}

/** For an address that may be a stranger's. */
export function enteredAddressFooter({ publicUrl }: { publicUrl: string }): EmailFooter {
  return footer(
    publicUrl,
    (site) => `You got this email because this address was entered at a checkout on ${site}.`,
  )
}

export function creatorFooter({ publicUrl }: { publicUrl: string }): EmailFooter {
  return footer(publicUrl, (site) => `You got this email because you sell on ${site}.`)
}

function footer(publicUrl: string, reason: (site: string) => string): EmailFooter {
  return {
    reason: reason(new URL(publicUrl).host),
    help: { label: 'Contact us', url: `${publicUrl}/feedback` },
  }
}

/** The seller in one line, and links to the legal pages; at the end of every email. */
export type LegalFooter = { seller: string; links: Array<EmailLink> }

export function legalFooter(): LegalFooter {
  const { sellerLines, publicUrl } = site()
  const pages = { Terms: '/terms', Privacy: '/privacy', Imprint: '/imprint' }
  return {
    seller: sellerLines.join(', '),
    links: Object.entries(pages).map(([label, path]) => ({ label, url: `${publicUrl}${path}` })),
  }
}
