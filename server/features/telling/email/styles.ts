import type { CSSProperties } from 'react'

/** Each email client has its own fonts; the reader's own sans-serif is the nearest to that of the site. */
const fontFamily = "'Instrument Sans',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

export const colors = {
  paper: '#faf8f3',
  surface: '#ffffff',
  sunken: '#f3efe5',
  ink: '#1c1a16',
  soft: '#5c574c',
  faint: '#6b6557',
  line: '#e5e0d3',
  lineStrong: '#cfc8b6',
  accent: '#e8793a',
  warm: '#fcebdd',
  warmText: '#9c4412',
}

/** Inline styles, because clients remove others. */
export const styles = {
  body: {
    margin: 0,
    padding: 0,
    background: colors.paper,
    color: colors.ink,
    font: `16px/24px ${fontFamily}`,
  },
  preview: { display: 'none', maxHeight: 0, overflow: 'hidden' },
  page: { background: colors.paper },
  outer: { padding: '28px 16px' },
  column: { maxWidth: 600, textAlign: 'left' },
  brand: { margin: '0 4px 16px', fontWeight: 700, fontSize: 17 },
  /** The drop of the logo, in its color on the site: `--accent`. Clients that ignore the rotation show a leaf. */
  drop: {
    display: 'inline-block',
    width: 15,
    height: 15,
    margin: '0 10px -1px 3px',
    background: colors.accent,
    borderRadius: '0 50% 50% 50%',
    transform: 'rotate(45deg)',
  },
  card: {
    background: colors.surface,
    border: `1px solid ${colors.line}`,
    borderRadius: 18,
    borderCollapse: 'separate',
  },
  pad: { padding: '30px 32px 14px' },
  cover: { display: 'block', width: '100%', height: 'auto', margin: '0 0 20px', borderRadius: 12 },
  ticket: { margin: '0 0 22px', borderCollapse: 'separate' },
  ticketCover: {
    display: 'block',
    width: '100%',
    height: 196,
    objectFit: 'cover',
    borderRadius: '14px 0 0 14px',
  },
  stub: {
    padding: '18px 24px',
    background: colors.sunken,
    borderLeft: `2px dashed ${colors.lineStrong}`,
    borderRadius: '0 14px 14px 0',
  },
  wholeStub: { padding: '18px 24px', background: colors.sunken, borderRadius: 14 },
  stubLabel: { margin: 0, fontSize: 13, lineHeight: '20px', fontWeight: 600, letterSpacing: '.06em' },
  stubNumber: {
    margin: '2px 0 6px',
    fontSize: 54,
    lineHeight: '56px',
    fontWeight: 700,
    letterSpacing: '-2px',
  },
  stubTitle: { margin: 0, overflowWrap: 'anywhere' },
  title: { margin: '0 0 16px', fontSize: 25, lineHeight: '31px', letterSpacing: '-.3px' },
  amount: { margin: 0, fontSize: 44, lineHeight: '48px', fontWeight: 700, letterSpacing: '-1px' },
  amountSentence: { margin: '4px 0 22px', color: colors.soft },
  band: { padding: '28px 32px', background: colors.warm, borderRadius: '17px 17px 0 0' },
  bandLabel: {
    margin: '0 0 8px',
    color: colors.warmText,
    fontSize: 13,
    lineHeight: '18px',
    fontWeight: 700,
    letterSpacing: '.4px',
    textTransform: 'uppercase',
  },
  quote: { margin: '0 0 24px', padding: '2px 0 2px 16px', borderLeft: `3px solid ${colors.accent}` },
  quoteText: {
    margin: 0,
    whiteSpace: 'pre-line',
    fontSize: 19,
    lineHeight: '28px',
    overflowWrap: 'anywhere',
  },
  largeQuote: { margin: '0 0 24px' },
  largeQuoteText: {
    margin: '0 0 8px',
    fontSize: 27,
    lineHeight: '34px',
    fontWeight: 700,
    letterSpacing: '-.4px',
    overflowWrap: 'anywhere',
  },
  small: { margin: 0, color: colors.faint, fontSize: 13, lineHeight: '20px' },
  smallPrint: { margin: '0 0 16px' },
  note: {
    margin: '4px 0 24px',
    background: colors.warm,
    borderRadius: 14,
    borderCollapse: 'separate',
  },
  notePhotoCell: { width: 44, padding: '16px 0 16px 18px' },
  notePhoto: { display: 'block', borderRadius: 22, objectFit: 'cover' },
  noteCell: { padding: '16px 18px' },
  noteBy: { margin: 0, color: colors.warmText, fontSize: 13, lineHeight: '20px' },
  noteText: { margin: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
  label: { margin: '0 0 8px', fontSize: 13, lineHeight: '20px', fontWeight: 700 },
  paragraph: { margin: '0 0 16px', overflowWrap: 'anywhere' },
  code: {
    margin: '0 0 16px',
    padding: '18px 12px',
    background: colors.sunken,
    borderRadius: 12,
    textAlign: 'center',
    fontSize: 34,
    lineHeight: '40px',
    fontWeight: 700,
    letterSpacing: '.08em',
  },
  buttonLine: { margin: '0 0 16px' },
  button: {
    display: 'inline-block',
    margin: '0 8px 8px 0',
    padding: '12px 24px',
    borderRadius: 999,
    fontWeight: 600,
    textDecoration: 'none',
  },
  ghost: { border: `1px solid ${colors.lineStrong}`, color: colors.ink },
  rows: { margin: '0 0 16px', borderCollapse: 'collapse' },
  cell: {
    padding: '9px 0',
    borderTop: `1px solid ${colors.line}`,
    color: colors.soft,
    overflowWrap: 'anywhere',
  },
  totalCell: { color: 'inherit', fontWeight: 600 },
  pictureCell: { width: 60, padding: '14px 0' },
  listedPicture: { display: 'block', borderRadius: 10, objectFit: 'cover' },
  listedCell: { padding: '14px 0', lineHeight: '22px' },
  listedTitle: { color: colors.ink, fontWeight: 600 },
  valueCell: { paddingLeft: 16, color: 'inherit', whiteSpace: 'nowrap' },
  progressLine: { margin: '0 0 8px' },
  bar: { margin: '0 0 16px', borderCollapse: 'separate', borderRadius: 4, overflow: 'hidden' },
  footer: { margin: '18px 4px 0', color: colors.faint, fontSize: 13, lineHeight: '20px' },
} satisfies Record<string, CSSProperties>

/** What replaces the inline styles in the dark, and on a narrow screen. The clients that know no such rules keep those. */
export function darkStyles({ brand, on }: { brand: string; on: string }): string {
  return `
@media (prefers-color-scheme: dark) {
.page { background: #14130f !important; color: #f4f0e6 !important }
.card { background: #1d1b16 !important; border-color: #322e25 !important }
.soft { color: #bdb6a5 !important }
.ink { color: #f4f0e6 !important }
.faint { color: #9c9584 !important }
.line { border-color: #322e25 !important }
.button { background: ${brand} !important; border-color: ${brand} !important; color: ${on} !important }
.ghost { color: #f4f0e6 !important; border-color: #4a4436 !important }
.green { color: ${brand} !important }
.done { background: ${brand} !important }
.warm { background: #3a2619 !important }
.warm-text { color: #f0965f !important }
.sunken { background: #26231c !important }
.stub { background: #26231c !important; border-color: #4a4436 !important }
}
@media (max-width: 480px) {
.outer { padding: 16px 10px !important }
.pad { padding-left: 20px !important; padding-right: 20px !important }
.half { display: block !important; width: 100% !important; box-sizing: border-box }
.half img { height: 210px !important; border-radius: 14px 14px 0 0 !important }
.half.stub { border-left: 0 !important; border-top: 2px dashed #cfc8b6; border-radius: 0 0 14px 14px !important }
.button, .ghost { display: block !important; margin-right: 0 !important; text-align: center }
}`
}
