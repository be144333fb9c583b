import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { site } from '../../../../contract/site.ts'
import { paletteOf } from '../../../../domain/brand-palette.ts'
import type { EmailMessage } from '../../../ports/mailer.ts'

export type Email = {
  title: string
  /** Without one, the title. */
  subject?: string
  /** The sender's name in the inbox instead of that of the site. */
  senderName?: string
  headers?: Record<string, string>
  lines: Array<string>
  highlightedCode?: string
  button?: EmailLink
  links?: Array<EmailLink>
  /** Paragraphs after the button and links. */
  closingLines?: Array<string>
  /** Above the paragraphs; only in HTML. */
  cover?: EmailImage | undefined
  footer?: Reader
}

/** Why its reader gets an email: a buyer, a creator, or whoever has an address that was entered at a checkout. */
type Reader = 'buyer' | 'creator' | 'entered-address'

/** An email in the common layout: as text, and as HTML for every email client, with inline styles. */
export function renderEmail(email: Email): Omit<EmailMessage, 'to'> {
  const { title, subject = title, senderName, headers, lines, highlightedCode, button, links = [] } = email
  const footer = email.footer && footerOf(email.footer)
  const legal = legalFooter()
  const text = [
    title,
    ...lines,
    highlightedCode,
    button && `${button.label}: ${button.url}`,
    ...links.map(({ label, url }) => `${label}\n${url}`),
    ...(email.closingLines ?? []),
    footer && `${footer.reason}\n${footer.help.label}: ${footer.help.url}`,
    [legal.seller, ...legal.links.map(({ label, url }) => `${label}: ${url}`)].filter(Boolean).join('\n'),
  ]
    .filter((line) => line !== undefined)
    .join('\n\n')
  const html = `<!doctype html>${renderToStaticMarkup(<EmailDocument {...email} footer={footer} legal={legal} />)}`
  return { subject, text, html, ...(senderName && { senderName }), ...(headers && { headers }) }
}

type EmailLink = { label: string; url: string }
export type EmailImage = { url: string; alt: string }

type DocumentProps = Omit<Email, 'footer'> & { footer: EmailFooter | undefined; legal: LegalFooter }

function EmailDocument(props: DocumentProps) {
  const { title, cover, lines, highlightedCode, button, links = [], closingLines = [], footer, legal } = props
  const color = brandColor()
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{title}</title>
      </head>
      <body style={styles.body}>
        <div style={styles.page}>
          <Brand />
          <div style={styles.card}>
            {cover && <img src={cover.url} alt={cover.alt} width={430} style={styles.cover} />}
            <h1 style={styles.title}>{title}</h1>
            <Paragraphs lines={lines} />
            {highlightedCode && <p style={styles.code}>{highlightedCode}</p>}
            {button && (
              <p style={styles.buttonLine}>
                <a href={button.url} style={{ ...styles.button, background: color }}>
                  {button.label}
                </a>
              </p>
            )}
            {links.map(({ label, url }) => (
              <Paragraph key={url}>
                <a href={url} style={{ color }}>
                  {label}
                </a>
              </Paragraph>
            ))}
            <Paragraphs lines={closingLines} />
          </div>
          {footer && (
            <p style={styles.footer}>
              {footer.reason}{' '}
              <a href={footer.help.url} style={styles.footerLink}>
                {footer.help.label}
              </a>
            </p>
          )}
          <LegalLines {...legal} />
        </div>
      </body>
    </html>
  )
}

function Brand() {
  const { name, logoUrl, publicUrl } = site()
  if (logoUrl)
    return (
      <p style={styles.brand}>
        <img src={`${publicUrl}${logoUrl}`} alt={name} height={40} />
      </p>
    )
  return (
    <p style={styles.brand}>
      <span style={styles.drop} />
      {name}
    </p>
  )
}

function LegalLines({ seller, links }: LegalFooter) {
  return (
    <p style={styles.footer}>
      {seller && (
        <>
          {seller}
          <br />
        </>
      )}
      {links.map(({ label, url }, index) => (
        <span key={url}>
          {index > 0 && ' · '}
          <a href={url} style={styles.footerLink}>
            {label}
          </a>
        </span>
      ))}
    </p>
  )
}

/** The site's color, dark enough for white text. */
function brandColor(): string {
  const { accentColor } = site()
  return accentColor ? paletteOf(accentColor).light.brand : '#0e6b4a'
}

function Paragraphs({ lines }: { lines: Array<string> }) {
  return lines.map((line) => <Paragraph key={line}>{line}</Paragraph>)
}

function Paragraph({ children }: { children: ReactNode }) {
  return <p style={styles.paragraph}>{children}</p>
}

const styles = {
  body: { margin: 0, background: '#faf8f3', color: '#1c1a16', font: '16px/1.5 system-ui,sans-serif' },
  page: { maxWidth: 480, margin: '0 auto', padding: '32px 20px' },
  brand: { margin: '0 0 20px', fontWeight: 700 },
  /** The drop of the logo, in its color on the site: `--accent`. Clients that ignore the rotation show a leaf. */
  drop: {
    display: 'inline-block',
    width: 15,
    height: 15,
    margin: '0 10px -1px 3px',
    background: '#e8793a',
    borderRadius: '0 50% 50% 50%',
    transform: 'rotate(45deg)',
  },
  cover: {
    display: 'block',
    width: '100%',
    height: 'auto',
    margin: '0 0 20px',
    borderRadius: 10,
  },
  card: { background: '#fff', border: '1px solid #e5e0d3', borderRadius: 14, padding: 24 },
  title: { margin: '0 0 16px', fontSize: 22, lineHeight: 1.2 },
  paragraph: { margin: '0 0 16px', lineHeight: 1.55 },
  code: { margin: '0 0 16px', fontSize: 32, fontWeight: 700, letterSpacing: '.06em' },
  buttonLine: { margin: '0 0 16px' },
  button: {
    display: 'inline-block',
    color: '#fff',
    textDecoration: 'none',
    fontWeight: 600,
    padding: '12px 20px',
    borderRadius: 999,
  },
  footer: { margin: '20px 0 0', color: '#6b6557', fontSize: 13 },
  footerLink: { color: '#6b6557' },
}

type EmailFooter = { reason: string; help: EmailLink }

function footerOf(reader: Reader): EmailFooter {
  const { publicUrl } = site()
  const { host } = new URL(publicUrl)
  const reasons = {
    buyer: `You got this email because you bought something on ${host}.`,
    creator: `You got this email because you sell on ${host}.`,
    'entered-address': `You got this email because this address was entered at a checkout on ${host}.`,
  }
  return { reason: reasons[reader], help: { label: 'Contact us', url: `${publicUrl}/feedback` } }
}

/** The seller in one line, and links to the legal pages; at the end of every email. */
type LegalFooter = { seller: string; links: Array<EmailLink> }

function legalFooter(): LegalFooter {
  const { sellerLines, publicUrl } = site()
  const pages = { Terms: '/terms', Privacy: '/privacy', Imprint: '/imprint' }
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
