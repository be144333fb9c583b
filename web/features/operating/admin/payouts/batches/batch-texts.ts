import type {
  PayoutBatch,
  PayoutFileFormat,
  PayoutResultKind,
} from '../../../../../../contract/payout-batches.ts'
import { payoutMethodLabel } from '../../../../../../contract/payout-labels.ts'
import { formatCount } from '../../../../../ui/format.ts'

type FormatText = {
  /** After the name of the method. */
  suffix?: string
  /** Where the file goes, and what it is called there. */
  place: string
  step: string
  part: string
  result: string
  /** What the provider does when nobody takes the money. */
  lapse?: string
}

const formats: Record<PayoutFileFormat, FormatText> = {
  paypal: {
    place: 'PayPal',
    step: 'Upload it at PayPal',
    part: 'Mass payments',
    result: 'Import PayPal’s result',
    lapse: 'What isn’t claimed within 30 days comes back.',
  },
  wise_email: {
    place: 'Wise',
    step: 'Upload it at Wise',
    part: 'Batch payments, send by email',
    result: 'Import Wise’s result',
    lapse: 'Who doesn’t answer Wise within a week isn’t paid, and the money comes back.',
  },
  wise_bank: {
    suffix: 'by Wise',
    place: 'Wise',
    step: 'Upload it at Wise',
    part: 'Batch payments, send to bank accounts',
    result: 'Import Wise’s result',
  },
  sepa: {
    suffix: 'SEPA',
    place: 'your bank',
    step: 'Upload it at your bank',
    part: 'SEPA credit transfer, pain.001',
    result: 'Import the bank’s pain.002',
  },
  ach: {
    suffix: 'ACH',
    place: 'your bank',
    step: 'Upload it at your bank',
    part: 'ACH, NACHA file',
    result: 'Import the table with what was paid',
  },
  csv: {
    place: 'the bank',
    step: 'Pay each row manually',
    part: 'Write the status and the reference beside it',
    result: 'Import the table with what was paid',
  },
}

export function formatText(format: PayoutFileFormat): FormatText {
  return formats[format]
}

/** `Bank transfer, ACH`. */
export function batchMethodText({ method, format }: Pick<PayoutBatch, 'method' | 'format'>): string {
  const { suffix } = formats[format]
  return [payoutMethodLabel(method), suffix].filter(Boolean).join(', ')
}

/** `Mass payments, 34 of up to 5,000 rows`. */
export function rowsText({ format, payoutCount, maxRows }: PayoutBatch): string {
  const { part } = formats[format]
  return format === 'csv'
    ? part
    : `${part}, ${formatCount(payoutCount)} of up to ${formatCount(maxRows)} rows`
}

export const batchStates: Record<PayoutBatch['state'], { label: string; tone: 'plain' | 'warm' | 'brand' }> =
  {
    new: { label: 'New', tone: 'plain' },
    downloaded: { label: 'Downloaded', tone: 'warm' },
    recording: { label: 'Recording', tone: 'warm' },
    done: { label: 'Done', tone: 'brand' },
  }

const providers: Record<PayoutResultKind, string> = {
  paypal: 'PayPal’s result',
  wise: 'Wise’s result',
  'pain.002': 'The bank’s report',
  table: 'The table',
}

export function resultTitle(kind: PayoutResultKind, number: string): string {
  return `${providers[kind]} for ${number}`
}

/** What happens to a payment that nobody has taken yet. */
export function waitingText(kind: PayoutResultKind): string {
  if (kind === 'paypal') return 'Stays Processing until PayPal reports again.'
  if (kind === 'wise') return 'Stays Processing until Wise reports again.'
  return 'Stays Processing until you import a newer file.'
}

export function waitingCaption(kind: PayoutResultKind): string {
  if (kind === 'paypal') return 'PayPal waits 30 days'
  return kind === 'wise' ? 'Wise waits a week' : 'Not decided yet'
}

/** `9f2c…41ab`. */
export function shortHash(sha256: string): string {
  return `${sha256.slice(0, 4)}…${sha256.slice(-4)}`
}
