import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import type { FieldErrors } from '../../ui/form-errors.ts'
import { formSchema } from '../../ui/form-schema.ts'
import { Input } from '../../ui/input.tsx'
import type { DateRange } from './date-range.ts'

type CustomRangeFormProps = {
  dateRange: DateRange
  onChange: (dateRange: DateRange) => void
  errors?: FieldErrors
}

const parseDay = (typed: string) => (typed ? { value: typed } : { error: 'Choose a date' })
const schema = formSchema({ from: parseDay, to: parseDay })

/** Any range of days, up to a year. */
export function CustomRangeForm({ dateRange, onChange, errors }: CustomRangeFormProps) {
  return (
    <Form
      key={`${dateRange.from}/${dateRange.to}`}
      schema={schema}
      errors={errors}
      onSubmit={onChange}
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 rounded-md bg-sunken p-4 sm:ml-auto sm:grid-cols-[auto_auto_auto]"
    >
      <Field label="From" name="from">
        <Input type="date" defaultValue={dateRange.from} />
      </Field>
      <Field label="To" name="to">
        <Input type="date" defaultValue={dateRange.to} />
      </Field>
      <Button type="submit" variant="secondary" className="sm:mt-[29px]">
        Apply
      </Button>
    </Form>
  )
}
