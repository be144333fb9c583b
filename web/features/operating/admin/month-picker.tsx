import { limits } from '../../../../contract/limits.ts'
import { useSearchParamsState } from '../../../shared/use-search-params-state.ts'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { monthName } from './format.ts'

/** `month` is 1 to 12. */
export type YearMonth = { month: number; year: number }

const { first, last } = limits.adminYears
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
const months = range(1, 12).map((month) => ({ value: String(month), label: monthName(month) }))
const years = range(first, last).map((year) => ({ value: String(year), label: String(year) }))

/** The month in the URL, or else the current month in UTC, and a function that changes it. */
export function useSelectedMonth(): [YearMonth, (period: Partial<YearMonth>) => void] {
  const [query, setParams] = useSearchParamsState()
  const now = new Date()
  const period = {
    month: parseIntInRange(query.get('month'), 1, 12) ?? now.getUTCMonth() + 1,
    year:
      parseIntInRange(query.get('year'), first, last) ??
      Math.min(last, Math.max(first, now.getUTCFullYear())),
  }
  return [period, (changed) => setParams({ ...period, ...changed, page: undefined })]
}

export function MonthPicker({
  period,
  onChange,
}: {
  period: YearMonth
  onChange: (period: Partial<YearMonth>) => void
}) {
  return (
    <div className="flex gap-3 max-sm:w-full max-sm:*:flex-1">
      <Field label="Month">
        <Select
          options={months}
          value={String(period.month)}
          onChange={({ target }) => onChange({ month: Number(target.value) })}
        />
      </Field>
      <Field label="Year">
        <Select
          options={years}
          value={String(period.year)}
          onChange={({ target }) => onChange({ year: Number(target.value) })}
        />
      </Field>
    </div>
  )
}

function parseIntInRange(text: string | null, from: number, to: number): number | undefined {
  const number = Number(text)
  return text !== null && Number.isInteger(number) && number >= from && number <= to ? number : undefined
}
