import { dictionary } from '../../contract/dictionary.ts'
import { childAt, childrenOf, readXml, textAt, type XmlElement } from './read-xml.ts'
import type { ResultFile, ResultOutcome, ResultRow } from './result-row.ts'

/**
 * A bank's report on our SEPA file: `pain.002` of any version (ISO 20022, “Customer payment status report”). A status of
 * the group or the payment holds for every payment that the report does not list.
 */
export function readPain002(text: string): ResultFile | { error: string } {
  const report = childAt(readXml(text), 'CstmrPmtStsRpt')
  if (!report)
    return {
      error: 'This XML is no pain.002, the report that banks give on a payment file. Choose that one.',
    }
  const group = childAt(report, 'OrgnlGrpInfAndSts')
  const payments = childrenOf(report, 'OrgnlPmtInfAndSts')
  const original = textAt(group, 'OrgnlMsgId')
  const number = /^PAYOUTS-(\d{4}-\d+)$/.exec(original)?.[1]
  // A status of the group holds for all payments, so a report on another file must change nothing.
  if (number === undefined)
    return {
      error: `This report is about another file${original === '' ? '' : `, ${original}`}. Choose the report on this batch’s file.`,
    }
  const rows = payments
    .flatMap((payment) => childrenOf(payment, 'TxInfAndSts'))
    .map((transaction, index) => toRow(transaction, index + 1))
  const [payment] = payments
  const status = textAt(payment, 'PmtInfSts') || textAt(group, 'GrpSts')
  const outcome = outcomes[status] ?? 'waiting'
  const reason = reasonOf(childAt(payment, 'StsRsnInf') ? payment : group)
  return {
    kind: 'pain.002',
    rows,
    batchNumber: number,
    ...(status !== '' &&
      status !== 'PART' && { rest: { outcome: isDuplicate(payment, group) ? 'unknown' : outcome, reason } }),
  }
}

/** The bank says that it has these payments already: a refusal of them says nothing about the first ones. */
function isDuplicate(...elements: Array<XmlElement | undefined>): boolean {
  return elements.some((element) => duplicateCodes.has(textAt(childAt(element, 'StsRsnInf'), 'Rsn', 'Cd')))
}

function toRow(transaction: XmlElement, row: number): ResultRow {
  const status = textAt(transaction, 'TxSts')
  const amount = textAt(transaction, 'OrgnlTxRef', 'Amt', 'InstdAmt')
  return {
    row,
    references: [textAt(transaction, 'OrgnlEndToEndId')],
    amounts: amount === '' ? [] : [{ parts: [amount], currency: null }],
    outcome: isDuplicate(transaction) ? 'unknown' : (outcomes[status] ?? 'unknown'),
    status,
    providerReference: textAt(transaction, 'AcctSvcrRef') || textAt(transaction, 'StsId') || null,
    reason: reasonOf(transaction),
  }
}

/** The status codes of external code set “ExternalPaymentTransactionStatus”: settled, refused, and on the way. */
const outcomes: Record<string, ResultOutcome | undefined> = dictionary({
  ACSC: 'paid',
  ACCC: 'paid',
  RJCT: 'returned',
  CANC: 'returned',
  RCVD: 'waiting',
  PDNG: 'waiting',
  ACTC: 'waiting',
  ACCP: 'waiting',
  ACSP: 'waiting',
  ACWC: 'waiting',
  ACFC: 'waiting',
})

/** Of a file, a payment or a message that the bank has already (“ExternalStatusReason”). */
const duplicateCodes = new Set(['AM05', 'DU01', 'DU02', 'DU03', 'DU04', 'DU05'])

/** The codes that banks give for accounts, in words (“ExternalStatusReason”). */
const reasons: Record<string, string | undefined> = dictionary({
  AC01: 'The account number is wrong.',
  AC04: 'The account is closed.',
  AC06: 'The account is blocked.',
  AC13: 'The account can’t take this kind of payment.',
  AG01: 'The account can’t take credit transfers.',
  AM05: 'The bank has this payment already.',
  BE04: 'The address of the recipient is missing.',
  MD07: 'The account holder has died.',
  MS03: 'The bank gave no reason.',
  RC01: 'The bank’s BIC is wrong.',
  RR04: 'The bank may not make this payment.',
})

function reasonOf(element: XmlElement | undefined): string | null {
  const info = childAt(element, 'StsRsnInf')
  const code = textAt(info, 'Rsn', 'Cd') || textAt(info, 'Rsn', 'Prtry')
  const words = [reasons[code], textAt(info, 'AddtlInf')].filter(Boolean).join(' ')
  if (code === '') return words || null
  return words ? `${words} (${code})` : code
}
