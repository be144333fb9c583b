import { createHash } from 'node:crypto'
import { readBankAccount, readNamedEmail } from '../../../../contract/bank-accounts.ts'
import { bankForms } from '../../../../contract/bank-forms.ts'
import type { PayoutFileFormat } from '../../../../contract/payout-batches.ts'
import { site } from '../../../../contract/site.ts'
import { AppError } from '../../../../domain/errors.ts'
import { achFile } from '../../../../domain/payout-files/ach.ts'
import { type FilePayout, fileAmount } from '../../../../domain/payout-files/payout-file.ts'
import { payPalFile } from '../../../../domain/payout-files/paypal.ts'
import { sepaFile } from '../../../../domain/payout-files/sepa.ts'
import { wiseBankFile, wiseEmailFile } from '../../../../domain/payout-files/wise.ts'
import type { Tx } from '../../../db/database.ts'
import { updateRow } from '../../../db/rows.ts'
import { payoutBatches } from '../../../db/schema/index.ts'
import { type Column, csvText } from '../../../http/csv.ts'
import { attachment, type FileResponse } from '../../../http/file-response.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { decryptPayoutDetails, encryptPayoutDetails, keyIdOf } from '../../people/accounts/payout-details.ts'
import { recordAuditEntry } from '../../site/audit/record.ts'
import { batchFileOwner } from '../payout-methods/encrypt-details.ts'
import { leaveOpenBatch } from '../payouts/repository.ts'
import { batchNumber } from './batch-number.ts'
import { openPayouts } from './open-payouts.ts'
import { type BatchRow, lockBatch, lockProcessing } from './repository.ts'

const types: Record<PayoutFileFormat, { ending: string; type: string }> = {
  paypal: { ending: 'csv', type: 'text/csv; charset=utf-8' },
  wise_email: { ending: 'csv', type: 'text/csv; charset=utf-8' },
  wise_bank: { ending: 'csv', type: 'text/csv; charset=utf-8' },
  sepa: { ending: 'xml', type: 'application/xml' },
  ach: { ending: 'ach', type: 'text/plain; charset=us-ascii' },
  csv: { ending: 'csv', type: 'text/csv; charset=utf-8' },
}

/**
 * The file of a batch. The first download makes and stores it, so that each other returns the same bytes whatever has
 * changed since: keys, settings, or the program. The only place that shows payout details in clear; each download is in the
 * audit log. Throws AppError `conflict` while settings are missing that the file needs.
 */
export async function downloadBatch(ports: Ports, viewer: Viewer, id: number): Promise<FileResponse> {
  return ports.db.transaction(async (tx) => {
    const batch = await lockBatch(tx, id)
    if (!batch) throw new AppError('not_found', 'We couldn’t find that batch. It may have been dissolved.')
    const { text, fileName } =
      (await readStored(ports, batch)) ?? (await makeFile(tx, ports, { viewer, batch }))
    await recordAuditEntry(tx, ports, viewer, {
      action: 'downloadPayoutBatch',
      target: `batch ${batchNumber(batch)}`,
      after: { file: fileName },
    })
    return attachment(fileName, { type: types[batch.format].type, bytes: Buffer.from(text) })
  })
}

type BatchFile = { text: string; fileName: string }

async function readStored(
  ports: Ports,
  { id, fileEncrypted, fileName }: BatchRow,
): Promise<BatchFile | undefined> {
  if (fileEncrypted === null || fileName === null) return undefined
  return { text: decryptPayoutDetails(ports, batchFileOwner(id), fileEncrypted), fileName }
}

async function makeFile(
  tx: Tx,
  ports: Ports,
  { viewer, batch }: { viewer: Viewer; batch: BatchRow },
): Promise<BatchFile> {
  const missing = missingSettings(ports, batch.format)
  if (missing) throw new AppError('conflict', missing)
  const payouts = await readPayouts(tx, ports, batch)
  if (payouts.length === 0) throw new AppError('conflict', 'Nothing in this batch is left to pay.')
  const now = ports.clock.now()
  const text = fileText(ports, batch, payouts, now)
  const fileName = `payouts-${batchNumber(batch)}-${batch.method}.${types[batch.format].ending}`
  await updateRow(
    tx,
    payoutBatches,
    { id: batch.id },
    {
      downloadedAt: now,
      downloadedBy: viewer.id,
      fileName,
      fileEncrypted: encryptPayoutDetails(ports, batchFileOwner(batch.id), text),
      sha256: createHash('sha256').update(text).digest('hex'),
    },
  )
  return { text, fileName }
}

/**
 * The payouts that the file pays. One whose key is missing leaves the batch, so that it holds up no other. Throws
 * AppError `conflict` when the newest key has another value than before, because nothing may be encrypted with it.
 */
async function readPayouts(tx: Tx, ports: Ports, { id, format }: BatchRow): Promise<Array<FilePayout>> {
  const payouts: Array<FilePayout> = []
  for (const { row, payout } of await openPayouts(tx, ports, await lockProcessing(tx, id))) {
    if (!payout && keyIdOf(row.destination) === ports.payoutKeys[0]?.id)
      throw new AppError('conflict', 'Payout details can’t be read: the key has changed. See the alerts.')
    const isNameMissing = format === 'wise_email' && payout && !readNamedEmail(payout.details)
    if (!payout || isNameMissing) await leaveOpenBatch(tx, row)
    else payouts.push(payout)
  }
  return payouts
}

function fileText(ports: Ports, batch: BatchRow, payouts: ReadonlyArray<FilePayout>, now: Date): string {
  const settings = ports.settings.current()
  const number = batchNumber(batch)
  const siteName = site().name
  switch (batch.format) {
    case 'paypal':
      return payPalFile(payouts, { siteName, hasDecimalComma: hasDecimalComma(settings.payPalDecimals) })
    case 'wise_email':
      return wiseEmailFile(payouts)
    case 'wise_bank':
      return wiseBankFile(payouts)
    case 'sepa': {
      const { bankAccountName: name, bankAccountIban: iban, bankAccountBic: bic } = settings
      return sepaFile(payouts, { debtor: { name, iban, bic }, number, siteName, now })
    }
    case 'ach':
      return achFile(payouts, {
        originator: {
          routing: settings.achRouting,
          bankName: settings.achBankName,
          companyId: settings.achCompanyId,
          companyName: settings.achCompanyName,
          origin: settings.achOrigin,
        },
        now,
      })
    case 'csv':
      return tableText(payouts)
  }
}

/** What an admin has to enter before a file of this kind can be made; undefined when nothing is missing. */
export function missingSettings(
  { settings }: Pick<Ports, 'settings'>,
  format: PayoutFileFormat,
): string | undefined {
  const current = settings.current()
  if (format === 'sepa' && !(current.bankAccountIban && current.bankAccountName))
    return 'Enter the name and IBAN of your own account in Settings, Money: your bank reads from the file who pays.'
  if (format !== 'ach') return undefined
  const { achRouting, achBankName, achCompanyId, achCompanyName } = current
  return achRouting && achBankName && achCompanyId && achCompanyName
    ? undefined
    : 'Enter what your bank gave you for ACH files in Settings, Money. Or choose the table there, and pay from that.'
}

/** How the sender's PayPal account writes amounts: as set, or as this site does. */
function hasDecimalComma(setting: 'site' | 'point' | 'comma'): boolean {
  return setting === 'site' ? /^1,5/.test((1.5).toLocaleString(site().locale)) : setting === 'comma'
}

type TableRow = FilePayout & { name: string; fields: Record<string, string> }

/** A table for a person: each field of an account in a column, and empty ones for what a person writes beside it. */
function tableText(payouts: ReadonlyArray<FilePayout>): string {
  const rows = payouts.map(toTableRow)
  const labels = [...new Set(rows.flatMap(({ fields }) => Object.keys(fields)))]
  const columns: Array<Column<TableRow>> = [
    { name: 'Payout', of: ({ id }) => id, isNumeric: true },
    { name: 'Name', of: ({ name }) => name },
    ...labels.map((label): Column<TableRow> => ({ name: label, of: ({ fields }) => fields[label] ?? '' })),
    { name: 'Amount', of: fileAmount, isNumeric: true },
    { name: 'Currency', of: ({ currency }) => currency },
    ...['Status', 'Reference', 'Reason'].map((name): Column<TableRow> => ({ name, of: () => '' })),
  ]
  return csvText(columns, rows)
}

function toTableRow(payout: FilePayout): TableRow {
  const { method, details } = payout
  const account = method === 'bank' ? readBankAccount(details) : undefined
  if (account && !('error' in account)) {
    const fields = bankForms[account.form].fields.flatMap(({ name, label }) =>
      account.values[name] === undefined ? [] : [[label, account.values[name]] as const],
    )
    return { ...payout, name: account.holder, fields: Object.fromEntries(fields) }
  }
  const { name, email } = readNamedEmail(details) ?? { name: payout.payeeName ?? '', email: details }
  return { ...payout, name, fields: { 'Pay to': email } }
}
