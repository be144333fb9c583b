import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import type { FieldErrors } from '../../ui/form-errors.ts'
import { formSchema } from '../../ui/form-schema.ts'
import { Input } from '../../ui/input.tsx'
import { type DateRange, dateRangePresets, lastNDays } from './date-range.ts'

type DateRangePickerProps = {
  dateRange: DateRange
  onChange: (span: DateRange) => void
  errors?: FieldErrors
}

const parseDay = (typed: string) => (typed ? { value: typed } : { error: 'Choose a date' })
const schema = formSchema({ from: parseDay, to: parseDay })

/** Four presets, or a custom range of days. */
export function DateRangePicker({ dateRange, onChange, errors }: DateRangePickerProps) {
  const now = new Date()
  const isSelected = (days: number) => {
    const last = lastNDays(days, now)
    return last.from === dateRange.from && last.to === dateRange.to
  }
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <ul aria-label="Date range" className="flex flex-wrap gap-2">
        {dateRangePresets.map(({ days, label }) => (
          <li key={days}>
            <Button
              variant={isSelected(days) ? 'primary' : 'secondary'}
              aria-pressed={isSelected(days)}
              onClick={() => onChange(lastNDays(days, now))}
            >
              {label}
            </Button>
          </li>
        ))}
      </ul>
      <Form
        key={`${dateRange.from}/${dateRange.to}`}
        schema={schema}
        errors={errors}
        onSubmit={onChange}
        className="flex flex-wrap items-start gap-3"
      >
        <Field label="From" name="from">
          <Input type="date" defaultValue={dateRange.from} />
        </Field>
        <Field label="To" name="to">
          <Input type="date" defaultValue={dateRange.to} />
        </Field>
        <Button type="submit" variant="secondary" className="mt-[29px]">
          Apply
        </Button>
      </Form>
    </div>
  )
}
