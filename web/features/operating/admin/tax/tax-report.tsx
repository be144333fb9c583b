import { FileDown, ReceiptText } from 'lucide-react'
import { countryName } from '../../../../../contract/countries.ts'
import { limits } from '../../../../../contract/limits.ts'
import { buildUrl } from '../../../../../contract/route.ts'
import { getTaxReport, getTaxReportFile, type TaxReportLine } from '../../../../../contract/tax.ts'
import { formatTaxRate } from '../../../../../domain/tax.ts'
import { useApiQuery } from '../../../../api/query.ts'
import type { ResponseOf } from '../../../../api/types.ts'
import { useSearchParamsState } from '../../../../shared/use-search-params-state.ts'
import { LinkButton } from '../../../../ui/button.tsx'
import { Section } from '../../../../ui/card.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Field } from '../../../../ui/field.tsx'
import { formatCount, formatMoney } from '../../../../ui/format.ts'
import { Select } from '../../../../ui/select.tsx'
import { AdminQueryState } from '../admin-list.tsx'
import { taxKindLabels } from './tax-rates.tsx'

type Quarter = { year: number; quarter: number }
type Report = ResponseOf<typeof getTaxReport>

/** The receipts and corrections of a quarter by country and rate, for the return to the tax office. */
export function TaxReport() {
  const [quarter, setQuarter] = useSelectedQuarter()
  const read = useApiQuery(getTaxReport, { query: quarter })
  return (
    <Section
      id="report"
      title="Report of a quarter"
      description="Every receipt and correction by country, kind and rate, in UTC. Its tax equals the ledger’s."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-[18px]">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <QuarterPicker quarter={quarter} onChange={setQuarter} />
          <LinkButton variant="secondary" download href={buildUrl(getTaxReportFile, { query: quarter })}>
            <FileDown aria-hidden />
            Download CSV
          </LinkButton>
        </div>
        {/* Up to the edges of the section, so that there is no box in a box. */}
        <div className="-mx-5 -mb-5 sm:-mx-7 sm:-mb-7 border-line border-t px-1 sm:px-2">
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
  const total: Row = { country: 'total', kind: 'digital', rateBps: 0, suppliedIn: '', documents: 0 }
  const documents = lines.reduce((sum, line) => sum + line.documents, 0)
  return (
    <DataTable
      label="Tax report"
      columns={columnsIn(currency, quarter)}
      rows={[...lines, { ...total, documents, amount, netAmount, taxAmount }]}
      rowKey={({ country, kind, rateBps, suppliedIn }) => `${country} ${kind} ${rateBps} ${suppliedIn}`}
    />
  )
}

type Row = Partial<TaxReportLine> & Pick<TaxReportLine, 'country' | 'kind' | 'rateBps' | 'suppliedIn'>

function columnsIn(currency: string, quarter: Quarter): Array<Column<Row>> {
  const money = (name: string, of: (row: Row) => string | undefined): Column<Row> => ({
    name,
    cell: (row) => formatMoney(of(row) ?? '0', currency),
    isNumeric: true,
  })
  const isTotal = ({ country }: Row) => country === 'total'
  return [
    { name: 'Country', cell: ({ country }) => <b>{countryText(country)}</b>, isRowHeader: true },
    { name: 'Rate', cell: (row) => (isTotal(row) ? null : rateText(row, quarter)) },
    { name: 'Documents', cell: ({ documents = 0 }) => formatCount(documents), isNumeric: true },
    money('Net', ({ netAmount }) => netAmount),
    money('Tax', ({ taxAmount }) => taxAmount),
    money('Gross', ({ amount }) => amount),
  ]
}

/** `19%, digital content`, and the quarter of the sale when the line corrects an earlier one. */
function rateText({ rateBps, kind, suppliedIn }: Row, { year, quarter }: Quarter): string {
  const texts = [formatTaxRate(rateBps), taxKindLabels[kind].toLowerCase()]
  if (suppliedIn !== `${year}-Q${quarter}`) texts.push(`sold in ${suppliedIn}`)
  return texts.join(', ')
}

function countryText(country: string | null): string {
  if (country === 'total') return 'Total'
  return country === null ? 'Unknown' : `${countryName(country)} (${country})`
}

const { first, last } = limits.adminYears
const years = Array.from({ length: last - first + 1 }, (_, index) => String(first + index))
const quarters = ['1', '2', '3', '4']

/** The quarter in the URL, or else the current one in UTC. */
function useSelectedQuarter(): [Quarter, (quarter: Partial<Quarter>) => void] {
  const [query, setParams] = useSearchParamsState()
  const now = new Date()
  const year = query.get('year') ?? ''
  const quarter = query.get('quarter') ?? ''
  const selected = {
    year: years.includes(year) ? Number(year) : now.getUTCFullYear(),
    quarter: quarters.includes(quarter) ? Number(quarter) : Math.floor(now.getUTCMonth() / 3) + 1,
  }
  return [selected, (changed) => setParams({ ...selected, ...changed })]
}

type QuarterPickerProps = { quarter: Quarter; onChange: (quarter: Partial<Quarter>) => void }

function QuarterPicker({ quarter, onChange }: QuarterPickerProps) {
  return (
    <div className="flex gap-3 max-sm:w-full max-sm:*:flex-1">
      <Field label="Quarter">
        <Select
          options={quarters.map((value) => ({ value, label: `Q${value}` }))}
          value={String(quarter.quarter)}
          onChange={({ target }) => onChange({ quarter: Number(target.value) })}
        />
      </Field>
      <Field label="Year">
        <Select
          options={years.map((value) => ({ value, label: value }))}
          value={String(quarter.year)}
          onChange={({ target }) => onChange({ year: Number(target.value) })}
        />
      </Field>
    </div>
  )
}
