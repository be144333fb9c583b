import { limits } from '../../../../contract/limits.ts'
import { useSearchParamsState } from '../../../shared/use-search-params-state.ts'
import { Select } from '../../../ui/select.tsx'
import { monthName } from './format.ts'

/** `month` is 1 to 12. */
export type YearMonth = { month: number; year: number }
export type Quarter = { quarter: number; year: number }

const { first, last } = limits.adminYears
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
const months = range(1, 12).map((month) => ({ value: String(month), label: monthName(month) }))
const quarters = range(1, 4).map((quarter) => ({ value: String(quarter), label: `Q${quarter}` }))
const years = range(first, last).map((year) => ({ value: String(year), label: String(year) }))

/** The month in the URL, or else the current month in UTC, and a function that changes it. */
export function useSelectedMonth(): [YearMonth, (period: Partial<YearMonth>) => void] {
  const [query, setParams] = useSearchParamsState()
  const month = parseIntInRange(query.get('month'), 1, 12) ?? new Date().getUTCMonth() + 1
  const period = { month, year: selectedYear(query) }
  return [period, (changed) => setParams({ ...period, ...changed, page: undefined })]
}

/** The quarter in the URL, or else the current one in UTC, and a function that changes it. */
export function useSelectedQuarter(): [Quarter, (period: Partial<Quarter>) => void] {
  const [query, setParams] = useSearchParamsState()
  const current = Math.floor(new Date().getUTCMonth() / 3) + 1
  const period = {
    quarter: parseIntInRange(query.get('quarter'), 1, 4) ?? current,
    year: selectedYear(query),
  }
  return [period, (changed) => setParams({ ...period, ...changed })]
}

function selectedYear(query: URLSearchParams): number {
  const current = Math.min(last, Math.max(first, new Date().getUTCFullYear()))
  return parseIntInRange(query.get('year'), first, last) ?? current
}

function parseIntInRange(text: string | null, from: number, to: number): number | undefined {
  const number = Number(text)
  return text !== null && Number.isInteger(number) && number >= from && number <= to ? number : undefined
}

type PickerProps<P> = { period: P; onChange: (period: Partial<P>) => void }

export function MonthPicker({ period: { month, year }, onChange }: PickerProps<YearMonth>) {
  return (
    <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
      <NumberSelect label="Month" options={months} value={month} onChange={(month) => onChange({ month })} />
      <NumberSelect label="Year" options={years} value={year} onChange={(year) => onChange({ year })} />
    </div>
  )
}

export function QuarterPicker({ period: { quarter, year }, onChange }: PickerProps<Quarter>) {
  return (
    <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
      <NumberSelect
        label="Quarter"
        options={quarters}
        value={quarter}
        onChange={(quarter) => onChange({ quarter })}
      />
      <NumberSelect label="Year" options={years} value={year} onChange={(year) => onChange({ year })} />
    </div>
  )
}

type NumberSelectProps = {
  label: string
  options: Array<{ value: string; label: string }>
  value: number
  onChange: (value: number) => void
}

function NumberSelect({ label, options, value, onChange }: NumberSelectProps) {
  return (
    <Select
      aria-label={label}
      options={options}
      value={String(value)}
      onChange={({ target }) => onChange(Number(target.value))}
    />
  )
}
