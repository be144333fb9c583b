import type { CSSProperties, ReactNode } from 'react'
import { site } from '../../../../contract/site.ts'
import { paletteOf } from '../../../../domain/brand-palette.ts'
import type {
  Email,
  EmailAmount,
  EmailFooter,
  EmailImage,
  EmailLink,
  EmailListed,
  EmailNote,
  EmailProgress,
  EmailQuote,
  EmailRow,
  EmailTicket,
  LegalFooter,
} from './email.ts'
import { colors, darkStyles, styles } from './styles.ts'

type DocumentProps = Omit<Email, 'footer'> & { footer: EmailFooter | undefined; legal: LegalFooter }

/** An email as HTML that every client shows: nested tables and inline styles, and a dark theme where the reader has one. */
export function EmailDocument({ title, preview, footer, legal, ...email }: DocumentProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style>{darkStyles(brandColors().dark)}</style>
      </head>
      <body className="page" style={styles.body}>
        {preview && <div style={styles.preview}>{preview}</div>}
        <Table className="page" style={styles.page}>
          <td className="outer" align="center" style={styles.outer}>
            <Table style={styles.column}>
              <td>
                <Brand />
                <Card title={title} {...email} />
                {footer && <SmallLine text={footer.reason} links={footer.links} style={styles.footer} />}
                <SmallLine text={legal.seller} links={legal.links} style={styles.footer} />
              </td>
            </Table>
          </td>
        </Table>
      </body>
    </html>
  )
}

type CardProps = Omit<DocumentProps, 'preview' | 'footer' | 'legal'>

function Card({ title, amount, cover, ticket, progress, note, ...email }: CardProps) {
  const {
    label,
    quotes = [],
    list = [],
    facts = [],
    rows = [],
    lines,
    highlightedCode,
    button,
    otherButton,
    links = [],
    closingLines = [],
    smallPrint = [],
  } = email
  return (
    <Table className="card" style={styles.card}>
      <td>
        {amount?.band && <Band label={amount.band} amount={amount} />}
        <div className="pad" style={styles.pad}>
          {!amount && <h1 style={styles.title}>{title}</h1>}
          {ticket ? <Ticket {...ticket} /> : cover && <Cover {...cover} />}
          {amount && !amount.band && <Amount {...amount} />}
          {label && (
            <p className="green" style={{ ...styles.label, color: brandColors().light.brand }}>
              {label}
            </p>
          )}
          <Paragraphs lines={lines} />
          {quotes.map((quote) => (
            <Quote key={`${quote.by} ${quote.text}`} {...quote} />
          ))}
          {list.length > 0 && <Listed list={list} />}
          {highlightedCode && (
            <p className="sunken" style={styles.code}>
              {highlightedCode}
            </p>
          )}
          {facts.length > 0 && <Rows rows={facts} />}
          {(button || otherButton) && <Buttons button={button} other={otherButton} />}
          {links.map((link) => (
            <Paragraph key={link.url}>
              <a href={link.url} className="green" style={{ color: brandColors().light.brand }}>
                {link.label}
              </a>
            </Paragraph>
          ))}
          {note && <Note {...note} />}
          {rows.length > 0 && <Rows rows={rows} hasTotal />}
          {progress && <Progress {...progress} />}
          <Paragraphs lines={closingLines} />
          {smallPrint.length > 0 && (
            <div style={styles.smallPrint}>
              {smallPrint.map(({ text, links: of = [] }) => (
                <SmallLine key={text} text={text} links={of} style={styles.small} />
              ))}
            </div>
          )}
        </div>
      </td>
    </Table>
  )
}

type TableProps = { className?: string; style?: CSSProperties; children: ReactNode }

/** One cell as wide as it may be: clients without support for `max-width` of a block honor it here. */
function Table({ className, style, children }: TableProps) {
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      className={className}
      style={style}
    >
      <tbody>
        <tr>{children}</tr>
      </tbody>
    </table>
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

function Cover({ url, alt }: EmailImage) {
  return <img src={url} alt={alt} width={536} style={styles.cover} />
}

/** The cover and the stub, side by side; below each other on a phone. Without a cover the stub takes the width. */
function Ticket({ number, title, name, day, cover }: EmailTicket) {
  return (
    <Table style={styles.ticket}>
      {cover && (
        <td className="half" width="48%" valign="top" style={{ padding: 0 }}>
          <img src={cover.url} alt={cover.alt} width={258} height={196} style={styles.ticketCover} />
        </td>
      )}
      <td
        className={cover ? 'half stub' : 'stub'}
        valign="middle"
        style={cover ? styles.stub : styles.wholeStub}
      >
        <p className="green" style={{ ...styles.stubLabel, color: brandColors().light.brand }}>
          {number === null ? 'THANK YOU' : 'YOU’RE NUMBER'}
        </p>
        {number !== null && <p style={styles.stubNumber}>{number.toLocaleString(site().locale)}</p>}
        <p style={styles.stubTitle}>
          {number !== null && 'behind '}
          <b>{title}</b>
        </p>
        <p className="faint" style={styles.small}>
          {name ? `${name} · ${day}` : day}
        </p>
      </td>
    </Table>
  )
}

function Amount({ text, sentence }: EmailAmount) {
  return (
    <>
      <h1 className="green" style={{ ...styles.amount, color: brandColors().light.brand }}>
        {text}
      </h1>
      <p className="soft" style={styles.amountSentence}>
        {sentence}
      </p>
    </>
  )
}

function Band({ label, amount }: { label: string; amount: EmailAmount }) {
  return (
    <div className="warm pad" style={styles.band}>
      <p className="warm-text" style={styles.bandLabel}>
        {label}
      </p>
      <h1 style={{ ...styles.amount, color: 'inherit' }}>{amount.text}</h1>
      <p className="soft" style={{ ...styles.amountSentence, margin: 0 }}>
        {amount.sentence}
      </p>
    </div>
  )
}

function Quote({ text, by, isLarge = false }: EmailQuote) {
  return (
    <div style={isLarge ? styles.largeQuote : styles.quote}>
      <p style={isLarge ? styles.largeQuoteText : styles.quoteText}>“{text}”</p>
      <p className="faint" style={styles.small}>
        {by}
      </p>
    </div>
  )
}

function Buttons({ button, other }: { button: EmailLink | undefined; other: EmailLink | undefined }) {
  const { brand, on } = brandColors().light
  return (
    <p style={styles.buttonLine}>
      {button && (
        <a
          href={button.url}
          className="button"
          style={{ ...styles.button, background: brand, border: `1px solid ${brand}`, color: on }}
        >
          {button.label}
        </a>
      )}
      {other && (
        <a href={other.url} className="ghost" style={{ ...styles.button, ...styles.ghost }}>
          {other.label}
        </a>
      )}
    </p>
  )
}

function Rows({ rows, hasTotal = false }: { rows: Array<EmailRow>; hasTotal?: boolean }) {
  return (
    <table width="100%" cellPadding={0} cellSpacing={0} style={styles.rows}>
      <tbody>
        {rows.map((row) => {
          const { label, value } = row
          const isTotal = hasTotal && row === rows.at(-1)
          const style = { ...styles.cell, ...(isTotal && styles.totalCell) }
          return (
            <tr key={`${rows.indexOf(row)} ${label}`}>
              <td className={isTotal ? 'line' : 'line soft'} style={style}>
                {label}
              </td>
              <td className="line" align="right" style={{ ...style, ...styles.valueCell }}>
                {value}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Each with its picture at the left and its value at the right. The title is the link. */
function Listed({ list }: { list: Array<EmailListed> }) {
  const hasPictures = list.some(({ picture }) => picture)
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={styles.rows}>
      <tbody>
        {list.map(({ title, url, details, value, picture }) => (
          <tr key={`${url} ${title}`}>
            {hasPictures && (
              <td className="line" valign="top" width={60} style={{ ...styles.cell, ...styles.pictureCell }}>
                {picture && (
                  <img src={picture.url} alt="" width={48} height={48} style={styles.listedPicture} />
                )}
              </td>
            )}
            <td className="line soft" style={{ ...styles.cell, ...styles.listedCell }}>
              <a href={url} className="ink" style={styles.listedTitle}>
                {title}
              </a>
              {details.map((line) => (
                <p key={line} className="faint" style={styles.small}>
                  {line}
                </p>
              ))}
            </td>
            {value !== undefined && (
              <td
                className="line"
                align="right"
                valign="top"
                style={{ ...styles.cell, ...styles.listedCell, ...styles.valueCell }}
              >
                {value}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A bar of two cells, because clients do not draw a `<progress>`. */
function Progress({ share, sentence }: EmailProgress) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100)
  return (
    <>
      <p style={styles.progressLine}>{sentence}</p>
      <Table style={styles.bar}>
        {percent > 0 && (
          <td
            className="done"
            style={{ width: `${percent}%`, height: 8, background: brandColors().light.brand }}
          />
        )}
        {percent < 100 && <td className="sunken" style={{ height: 8, background: colors.sunken }} />}
      </Table>
    </>
  )
}

/** The photo is beside the words; without one they take the width. */
function Note({ by, text, photoUrl }: EmailNote) {
  return (
    <Table className="warm" style={styles.note}>
      {photoUrl && (
        <td valign="top" style={styles.notePhotoCell}>
          <img src={photoUrl} alt="" width={44} height={44} style={styles.notePhoto} />
        </td>
      )}
      <td style={styles.noteCell}>
        <p className="warm-text" style={styles.noteBy}>
          {by}
        </p>
        <p style={styles.noteText}>{text}</p>
      </td>
    </Table>
  )
}

type SmallLineProps = { text: string; links: Array<EmailLink>; style: CSSProperties }

function SmallLine({ text, links, style }: SmallLineProps) {
  return (
    <p className="faint" style={style}>
      {text}
      {text && links.length > 0 && (text.endsWith('.') ? ' ' : ' · ')}
      {links.map(({ label, url }, index) => (
        <span key={url}>
          {index > 0 && ' · '}
          <a href={url} style={{ display: 'inline-block', color: 'inherit' }}>
            {label}
          </a>
        </span>
      ))}
    </p>
  )
}

function Paragraphs({ lines }: { lines: Array<string> }) {
  return lines.map((line) => <Paragraph key={line}>{line}</Paragraph>)
}

function Paragraph({ children }: { children: ReactNode }) {
  return <p style={styles.paragraph}>{children}</p>
}

/** The site's color, and text on it, in both themes. */
function brandColors() {
  const { accentColor } = site()
  if (accentColor) return paletteOf(accentColor)
  return { light: { brand: '#0e6b4a', on: '#ffffff' }, dark: { brand: '#5cc99a', on: '#06281b' } }
}
