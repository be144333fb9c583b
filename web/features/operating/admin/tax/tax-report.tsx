import { FileDown, ReceiptText } from 'lucide-react'
import { countryName } from '../../../../../contract/countries.ts'
import { regionName } from '../../../../../contract/regions.ts'
import { buildUrl } from '../../../../../contract/route.ts'
import { getTaxReport, getTaxReportFile, type TaxReportLine } from '../../../../../contract/tax.ts'
import { formatTaxRate } from '../../../../../domain/tax.ts'
import { useApiQuery } from '../../../../api/query.ts'
import type { ResponseOf } from '../../../../api/types.ts'
import { LinkButton } from '../../../../ui/button.tsx'
import { Section } from '../../../../ui/card.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { formatCount, formatMoney } from '../../../../ui/format.ts'
import { AdminQueryState } from '../admin-list.tsx'
import { type Quarter, QuarterPicker, useSelectedQuarter } from '../month-picker.tsx'
import { taxKindLabels } from './tax-rates.tsx'

type Report = ResponseOf<typeof getTaxReport>

/** The receipts and corrections of a quarter by country and rate, for the return to the tax office. */
export function TaxReport() {
  const [quarter, setQuarter] = useSelectedQuarter()
  const read = useApiQuery(getTaxReport, { query: quarter })
  return (
    <Section
      id="report"
      title="Quarterly report"
      description="Every receipt and correction by country, kind, rate and return. Matches the ledger to the cent."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-[18px]">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <QuarterPicker period={quarter} onChange={setQuarter} />
          <LinkButton variant="secondary" download href={buildUrl(getTaxReportFile, { query: quarter })}>
            <FileDown aria-hidden />
            Download CSV
          </LinkButton>
        </div>
        {/* Up to the edges of the section, so that there is no box in a box. */}
        <div className="-mx-5 -mb-5 sm:-mx-7 sm:-mb-7 border-line border-t sm:[&_:is(td,th):first-child]:pl-7 sm:[&_:is(td,th):last-child]:pr-7">
          <AdminQueryState query={read} subject="The report">
            {(report) => <ReportTable report={report} quarter={quarter} />}
          </AdminQueryState>
        </div>
      </div>
    </Section>
  )
}

function ReportTable({ report, quarter }: { report: Report; quarter: Quarter }) {
  const { lines, currency, amount, netAmount, taxAmount } = report
  if (lines.length === 0)
    return (
      <EmptyState
        icon={<ReceiptText aria-hidden />}
        title="No receipts in this quarter"
        description="Sales, refunds and disputes of the quarter show up here within a second."
      />
    )
  const total: Row = { country: 'total', kind: 'digital', rateMillionths: 0, suppliedIn: '', documents: 0 }
  const documents = lines.reduce((sum, line) => sum + line.documents, 0)
  const conflicts = lines.reduce((sum, line) => sum + line.conflicts, 0)
  return (
    <>
      <DataTable
        label="Tax report"
        columns={columnsIn(currency, quarter)}
        rows={[...lines, { ...total, documents, amount, netAmount, taxAmount }]}
        rowKey={({ country, region, kind, rateMillionths, suppliedIn, taxReturn, isBusiness, isPro }) =>
          [country, region, kind, rateMillionths, suppliedIn, taxReturn, isBusiness, isPro].join(' ')
        }
      />
      {conflicts > 0 && <p className="px-5 py-4 text-ink-soft text-sm sm:px-7">{conflictText(conflicts)}</p>}
    </>
  )
}

type Row = Partial<TaxReportLine> & Pick<TaxReportLine, 'country' | 'kind' | 'rateMillionths' | 'suppliedIn'>

function columnsIn(currency: string, quarter: Quarter): Array<Column<Row>> {
  const money = (name: string, of: (row: Row) => string | undefined): Column<Row> => ({
    name,
    cell: (row) => formatMoney(of(row) ?? '0', currency),
    isNumeric: true,
  })
  const isTotal = ({ country }: Row) => country === 'total'
  return [
    { name: 'Country', cell: ({ country, region }) => <b>{placeText(country, region)}</b>, phone: 'title' },
    { name: 'Rate', cell: (row) => (isTotal(row) ? null : rateText(row, quarter)), phone: 'detail' },
    { name: 'Return', cell: ({ taxReturn }) => (taxReturn ? returnLabels[taxReturn] : null) },
    { name: 'Documents', cell: ({ documents = 0 }) => formatCount(documents), isNumeric: true },
    money('Net', ({ netAmount }) => netAmount),
    { ...money('Tax', ({ taxAmount }) => taxAmount), phone: 'action' },
    { ...money('Gross', ({ amount }) => amount), phone: 'figure' },
  ]
}

const returnLabels: Record<TaxReportLine['taxReturn'], string> = {
  local: 'Of the country',
  one_stop_shop: 'One-stop shop',
  reverse_charge: 'Reverse charge',
  business: 'To check',
  none: 'None',
}

function conflictText(count: number): string {
  const sales = count === 1 ? '1 sale has' : `${formatCount(count)} sales have`
  return `${sales} a card from another country than the buyer stated. The tax is that of the card. We ask the buyer on the receipt.`
}

/** `19%, digital content`, and the quarter of the sale when the line corrects an earlier one. */
function rateText(row: Row, { year, quarter }: Quarter): string {
  const { rateMillionths, kind, suppliedIn, isBusiness, isPro } = row
  const texts = [formatTaxRate(rateMillionths), isPro ? 'Pro' : taxKindLabels[kind].toLowerCase()]
  if (isBusiness) texts.push('businesses')
  if (suppliedIn !== `${year}-Q${quarter}`) texts.push(`sold in ${suppliedIn}`)
  return texts.join(', ')
}

function placeText(country: string | null, region = ''): string {
  if (country === 'total') return 'Total'
  if (country !== null && region !== '') return `${regionName(country, region)} (${country}-${region})`
  return country === null ? 'Unknown' : `${countryName(country)} (${country})`
}
