import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import type { Sentences } from '../../ui/form-errors.ts'
import { formSchema } from '../../ui/form-schema.ts'
import { Input } from '../../ui/input.tsx'
import { lastDays, presets, type Span } from './days.ts'

type DayPickerProps = { span: Span; onChange: (span: Span) => void; errors?: Sentences }

const day = (typed: string) => (typed ? { value: typed } : { wrong: 'Choose a day' })
const schema = formSchema({ from: day, to: day })

/** The days of an analysis: four usual choices, or two days of one's own. */
export function DayPicker({ span, onChange, errors }: DayPickerProps) {
  const now = new Date()
  const isChosen = (days: number) => {
    const last = lastDays(days, now)
    return last.from === span.from && last.to === span.to
  }
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <ul aria-label="Time" className="flex flex-wrap gap-2">
        {presets.map(({ days, label }) => (
          <li key={days}>
            <Button
              variant={isChosen(days) ? 'primary' : 'ghost'}
              aria-pressed={isChosen(days)}
              onClick={() => onChange(lastDays(days, now))}
            >
              {label}
            </Button>
          </li>
        ))}
      </ul>
      <Form
        key={`${span.from}/${span.to}`}
        schema={schema}
        errors={errors}
        onSubmit={onChange}
        className="flex flex-wrap items-start gap-3"
      >
        <Field label="From" name="from">
          <Input type="date" defaultValue={span.from} />
        </Field>
        <Field label="To" name="to">
          <Input type="date" defaultValue={span.to} />
        </Field>
        <Button type="submit" variant="ghost" className="mt-[29px]">
          Show
        </Button>
      </Form>
    </div>
  )
}
