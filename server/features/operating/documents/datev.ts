import { Readable } from 'node:stream'
import { addDays, dayIn } from '../../../../domain/dates.ts'
import {
  type DatevSettings,
  datevHead,
  datevLine,
  datevProblem,
  fiscalYearStart,
  maxDatevRows,
  toWindows1252,
} from '../../../../domain/datev.ts'
import { documentNumber, documentType } from '../../../../domain/documents.ts'
import { AppError } from '../../../../domain/errors.ts'
import { daysOfPeriod, parsePeriod } from '../../../../domain/period.ts'
import { inBatches } from '../../../http/csv.ts'
import type { StreamedFile } from '../../../http/file-response.ts'
import type { Ports } from '../../../ports/index.ts'
import { rangeOf } from './documents.ts'
import { streamDocuments } from './export.ts'
import { type ExportedRow, type Range, sumDocuments } from './repository.ts'

function datevSettings({ settings }: Ports): DatevSettings {
  const current = settings.current()
  return {
    consultant: current.datevConsultant,
    client: current.datevClient,
    yearStart: current.datevYearStart,
    clearingAccount: current.datevClearingAccount,
    homeAccount: current.datevHomeAccount,
    ossAccount: current.datevOssAccount,
    reverseChargeAccount: current.datevReverseChargeAccount,
    untaxedAccount: current.datevUntaxedAccount,
    creatorsAccount: current.datevCreatorsAccount,
  }
}

/** Why there is no file for DATEV of a period, as a sentence; undefined when there is one. */
export function datevProblemOf(ports: Ports, period: string, count: number): string | undefined {
  const settings = datevSettings(ports)
  const { first, end } = daysOfPeriod(parsePeriod(period))
  const problem = datevProblem(settings, ports.config.currency)
  if (problem) return problem
  if (fiscalYearStart(first, settings.yearStart) !== fiscalYearStart(addDays(end, -1), settings.yearStart))
    return 'A file for DATEV must not reach over two fiscal years. Choose a quarter or a month.'
  return count > maxDatevRows
    ? 'A file for DATEV holds 99,999 documents. Choose a quarter or a month.'
    : undefined
}

/** The documents of a period as a posting batch of DATEV. Throws AppError `conflict` where there can be none. */
export async function datevFile(ports: Ports, period: string): Promise<StreamedFile> {
  const range = rangeOf(ports, period)
  const totals = await sumDocuments(ports.db, range)
  const count = totals.reduce((sum, total) => sum + total.count, 0)
  const problem = datevProblemOf(ports, period, count)
  if (problem) throw new AppError('conflict', problem)
  return {
    name: `EXTF_Buchungsstapel_${period}.csv`,
    type: 'text/csv; charset=windows-1252',
    createStream: () => Readable.from(lines(ports, period, range), { objectMode: false }),
  }
}

async function* lines(ports: Ports, period: string, range: Range): AsyncGenerator<Uint8Array> {
  const settings = datevSettings(ports)
  const { timeZone, sellerCountry } = ports.settings.current()
  const { first, end } = daysOfPeriod(parsePeriod(period))
  yield toWindows1252(datevHead({ settings, first, last: addDays(end, -1), createdAt: ports.clock.now() }))
  for await (const rows of inBatches(streamDocuments(ports, range)))
    yield toWindows1252(
      rows.map((row) => datevLine(toDatev(row, timeZone), settings, sellerCountry)).join(''),
    )
}

function toDatev({ document, orderNumber }: ExportedRow, timeZone: string): Parameters<typeof datevLine>[0] {
  return {
    number: documentNumber(document),
    day: dayIn(document.bookedAt, timeZone),
    suppliedOn: dayIn(document.suppliedAt, timeZone),
    amount: document.amount,
    isStatement: documentType(document) === 'statement',
    treatment: document.taxTreatment,
    country: document.buyerCountry,
    rateMillionths: document.taxRateMillionths,
    vatId: document.vatId,
    text: [orderNumber, document.businessName || document.title].filter(Boolean).join(' '),
  }
}
