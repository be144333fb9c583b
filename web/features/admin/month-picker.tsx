import { limits } from '../../../contract/limits.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { useQuery } from './use-query.ts'
import { monthName } from './words.ts'

export type Period = { month: number; year: number }

const { first, last } = limits.adminYears
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
const months = numbers(1, 12).map((month) => ({ value: String(month), label: monthName(month) }))
const years = numbers(first, last).map((year) => ({ value: String(year), label: String(year) }))

/** The month that the address names, else the one that goes on. */
export function useMonth(): [Period, (period: Partial<Period>) => void] {
  const [query, change] = useQuery()
  const now = new Date()
  const period = {
    month: inside(query.get('month'), 1, 12) ?? now.getUTCMonth() + 1,
    year: inside(query.get('year'), first, last) ?? Math.min(last, Math.max(first, now.getUTCFullYear())),
  }
  return [period, (changed) => change({ ...period, ...changed, page: undefined })]
}

export function MonthPicker({
  period,
  change,
}: {
  period: Period
  change: (period: Partial<Period>) => void
}) {
  return (
    <div className="flex gap-3 max-sm:w-full max-sm:*:flex-1">
      <Field label="Month">
        <Select
          options={months}
          value={String(period.month)}
          onChange={({ target }) => change({ month: Number(target.value) })}
        />
      </Field>
      <Field label="Year">
        <Select
          options={years}
          value={String(period.year)}
          onChange={({ target }) => change({ year: Number(target.value) })}
        />
      </Field>
    </div>
  )
}

function inside(text: string | null, from: number, to: number): number | undefined {
  const number = Number(text)
  return text !== null && Number.isInteger(number) && number >= from && number <= to ? number : undefined
}
