import { momentIn, placeOf, releaseWords } from '../../../../../../domain/release.ts'
import { Field } from '../../../../../ui/field.tsx'
import { Input } from '../../../../../ui/input.tsx'
import { Select } from '../../../../../ui/select.tsx'
import type { WaysToSellProps } from './ways-to-sell.tsx'

/** Day, hour and the place of the clock, and what buyers see of them. */
export function ReleaseFields({ initialValues, values }: WaysToSellProps) {
  const initialZone = initialValues.releaseTimeZone || Intl.DateTimeFormat().resolvedOptions().timeZone
  const words = wordsOf(values.releaseAt ?? '', values.releaseTimeZone || initialZone)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-1 sm:grid-cols-[15rem_minmax(0,1fr)]">
      <Field label="Day and time" name="releaseAt">
        <Input type="datetime-local" defaultValue={initialValues.releaseAt} />
      </Field>
      <Field label="On the clock of" name="releaseTimeZone">
        <Select options={zoneOptions(initialZone)} defaultValue={initialZone} />
      </Field>
      {words && <p className="text-ink-soft text-sm sm:col-span-2">{`Buyers see “Out ${words}”.`}</p>}
    </div>
  )
}

function wordsOf(localTime: string, timeZone: string): string | undefined {
  const moment = momentIn(localTime, timeZone)
  return moment && releaseWords(moment, timeZone).full
}

/** By place, in alphabetical order. UTC and a zone that this browser doesn't list are among them. */
function zoneOptions(own: string): Array<{ value: string; label: string }> {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', own])
  return [...zones]
    .map((value) => ({ value, label: labelOf(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
}

function labelOf(timeZone: string): string {
  const place = placeOf(timeZone)
  return place ? `${place} (${timeZone.split('/')[0]?.replaceAll('_', ' ')})` : timeZone
}
