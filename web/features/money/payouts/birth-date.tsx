import { clsx } from 'clsx'
import { CircleAlert } from 'lucide-react'
import { useContext, useId } from 'react'
import { FormErrorsContext } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'

const months = Array.from({ length: 12 }, (_, index) => ({
  value: String(index + 1),
  label: new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, index)),
}))

/** Month, day and year in fields of their own, because nobody leafs a calendar back to their birth. */
export function BirthDate({ saved = '' }: { saved?: string | undefined }) {
  const helpId = useId()
  const errors = useContext(FormErrorsContext)
  const message = errors.birthMonth ?? errors.birthDate
  const [year, month, day] = saved.split('-')
  const shared = { 'aria-describedby': helpId, 'aria-invalid': message !== undefined || undefined }
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] content-start gap-1.5">
      <legend className="mb-1.5 font-semibold">Date of birth</legend>
      <div className="grid grid-cols-[minmax(0,1.5fr)_minmax(0,0.7fr)_minmax(0,1fr)] gap-2">
        <Select
          {...shared}
          name="birthMonth"
          aria-label="Month of birth"
          options={[{ value: '', label: 'Month', disabled: true }, ...months]}
          defaultValue={month ? String(Number(month)) : ''}
          autoComplete="bday-month"
        />
        <Input
          {...shared}
          name="birthDay"
          aria-label="Day of birth"
          placeholder="Day"
          inputMode="numeric"
          maxLength={2}
          defaultValue={day && String(Number(day))}
          autoComplete="bday-day"
        />
        <Input
          {...shared}
          name="birthYear"
          aria-label="Year of birth"
          placeholder="Year"
          inputMode="numeric"
          maxLength={4}
          defaultValue={year}
          autoComplete="bday-year"
        />
      </div>
      <p id={helpId} className={clsx('flex gap-1.5 text-sm', message ? 'text-danger' : 'text-ink-faint')}>
        {message && <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />}
        <span>{message ?? 'Month, day, year.'}</span>
      </p>
    </fieldset>
  )
}
