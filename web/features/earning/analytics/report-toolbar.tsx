import { Download } from 'lucide-react'
import { useState } from 'react'
import { type AnalyticsReport, exportAnalyticsReport } from '../../../../contract/analytics.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { type FieldErrors, Form } from '../../../ui/form.tsx'
import { formSchema } from '../../../ui/form-schema.ts'
import { Input } from '../../../ui/input.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { Select } from '../../../ui/select.tsx'
import { type DateRange, dateRangePresets, lastNDays, presetOf, type ReportFilters } from './date-range.ts'

type ReportToolbarProps = {
  filters: ReportFilters
  onChange: (changed: Partial<ReportFilters>) => void
  /** The last loaded report, which has the items to choose from. */
  report: Pick<AnalyticsReport, 'item' | 'items'> | undefined
  errors?: FieldErrors
}

const ranges = [...dateRangePresets, { value: 'custom', label: 'Custom' }] as const

export function ReportToolbar({ filters, onChange, report, errors }: ReportToolbarProps) {
  const preset = presetOf(filters, new Date())
  const [isCustom, setIsCustom] = useState(preset === undefined)
  const selected = isCustom ? 'custom' : (preset ?? 'custom')

  function selectRange(value: (typeof ranges)[number]['value']) {
    const selectedPreset = dateRangePresets.find((option) => option.value === value)
    setIsCustom(selectedPreset === undefined)
    if (selectedPreset) onChange(lastNDays(selectedPreset.days, new Date()))
  }

  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-2.5 sm:flex sm:flex-wrap sm:items-center sm:justify-end">
        <SegmentedControl
          label="Date range"
          name="range"
          options={ranges}
          value={selected}
          onChange={selectRange}
          className="max-sm:col-span-full max-sm:justify-between max-sm:justify-self-stretch sm:order-2 max-sm:[&_span]:px-2.5"
        />
        <Select
          aria-label="Item"
          options={itemOptions(filters.item, report)}
          value={String(filters.item ?? '')}
          onChange={({ target }) => onChange({ item: target.value ? Number(target.value) : undefined })}
          className="min-w-0 sm:w-40"
        />
        <LinkButton
          variant="secondary"
          href={buildUrl(exportAnalyticsReport, { query: filters })}
          className="sm:order-3"
        >
          <Download aria-hidden />
          Export CSV
        </LinkButton>
      </div>
      {selected === 'custom' && <CustomRangeForm dateRange={filters} onChange={onChange} errors={errors} />}
    </>
  )
}

/** Items with activity in the range, and the selected one. */
function itemOptions(item: number | undefined, report: ReportToolbarProps['report']) {
  const items = (report?.items ?? []).map(({ id, title }) => ({ value: String(id), label: title }))
  const isListed = item === undefined || items.some(({ value }) => value === String(item))
  const title = report?.item?.id === item ? report?.item?.title : undefined
  return [
    { value: '', label: 'All items' },
    ...(isListed ? [] : [{ value: String(item), label: title ?? 'One item' }]),
    ...items,
  ]
}

type CustomRangeFormProps = {
  dateRange: DateRange
  onChange: (dateRange: DateRange) => void
  errors?: FieldErrors
}

const parseDay = (typed: string) => (typed ? { value: typed } : { error: 'Choose a date' })
const schema = formSchema({ from: parseDay, to: parseDay })

function CustomRangeForm({ dateRange, onChange, errors }: CustomRangeFormProps) {
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
