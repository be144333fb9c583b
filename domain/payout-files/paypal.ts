import { type FilePayout, fileAmount, machineCsv } from './payout-file.ts'

type PayPalOptions = { siteName: string; hasDecimalComma: boolean }

/**
 * The file of PayPal's Payouts Web (developer.paypal.com, “Payouts Web”, and docs.paypal.ai, “Use Web UI”): the first row
 * is the first recipient, the amount is in the sender's own format, the note is required for Venmo.
 */
export function payPalFile(payouts: ReadonlyArray<FilePayout>, options: PayPalOptions): string {
  return machineCsv(
    payouts.map((payout) => [
      recipientOf(payout),
      amountText(payout, options),
      payout.currency,
      String(payout.id),
      noteOf(payout, options),
      payout.method === 'venmo' ? 'VENMO' : 'PAYPAL',
    ]),
  )
}

const maxNoteLength = 400

function noteOf({ id }: FilePayout, { siteName }: PayPalOptions): string {
  return `${siteName} payout ${id}`.slice(-maxNoteLength)
}

function amountText(payout: FilePayout, { hasDecimalComma }: PayPalOptions): string {
  const text = fileAmount(payout)
  return hasDecimalComma ? text.replace('.', ',') : text
}

/** An email address, a Venmo handle without its @, or the ten digits of a US number. */
function recipientOf({ method, details }: FilePayout): string {
  if (method !== 'venmo' || details.lastIndexOf('@') > 0) return details
  return details.startsWith('@') ? details.slice(1) : details.replace(/\D/g, '')
}
