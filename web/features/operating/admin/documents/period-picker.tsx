import { periodPattern } from '../../../../../contract/admin-documents.ts'
import { limits } from '../../../../../contract/limits.ts'
import { formatPeriod, type Period, parsePeriod } from '../../../../../domain/period.ts'
import { useSearchParamsState } from '../../../../shared/use-search-params-state.ts'
import { Select } from '../../../../ui/select.tsx'
import { monthName } from '../format.ts'

/** The period in the URL, or else the current quarter, and a function that changes it. */
export function useSelectedPeriod(): [Period, (period: Period) => void] {
  const [query, setParams] = useSearchParamsState()
  const text = query.get('period') ?? ''
  const period = periodPattern.test(text) ? parsePeriod(text) : currentQuarter()
  return [period, (chosen) => setParams({ period: formatPeriod(chosen), page: undefined })]
}

function currentQuarter(): Period {
  const now = new Date()
  return { year: now.getUTCFullYear(), quarter: Math.floor(now.getUTCMonth() / 3) + 1 }
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** Options are written as the parts of a period after its year. */
const parts = [
  { value: '', label: 'Whole year' },
  ...range(1, 4).map((quarter) => ({ value: `-Q${quarter}`, label: `Q${quarter}` })),
  ...range(1, 12).map((month) => ({
    value: `-${String(month).padStart(2, '0')}`,
    label: monthName(month),
  })),
]

export function PeriodPicker({ period, onChange }: { period: Period; onChange: (period: Period) => void }) {
  const { year } = period
  const { first, last } = limits.adminYears
  const years = range(Math.min(first, year), Math.max(last, year)).map(String)
  const choose = (chosenYear: string, part: string) => onChange(parsePeriod(`${chosenYear}${part}`))
  const part = formatPeriod(period).slice(4)
  return (
    <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
      <Select
        aria-label="Part of the year"
        options={parts}
        value={part}
        onChange={({ target }) => choose(String(year), target.value)}
      />
      <Select
        aria-label="Year"
        options={years.map((value) => ({ value, label: value }))}
        value={String(year)}
        onChange={({ target }) => choose(target.value, part)}
      />
    </div>
  )
}

/** `year`, `quarter` or `month`. */
export function periodNoun({ quarter, month }: Period): string {
  if (quarter !== undefined) return 'quarter'
  return month === undefined ? 'year' : 'month'
}
