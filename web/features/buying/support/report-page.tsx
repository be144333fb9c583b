import { useParams, useSearch } from 'wouter'
import { dictionary } from '../../../../contract/dictionary.ts'
import { limits } from '../../../../contract/limits.ts'
import {
  getReportableContent,
  type ReportReason,
  reportContentForm,
} from '../../../../contract/moderation.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { useApiQuery } from '../../../api/query.ts'
import { DryPond } from '../../../shared/dry-pond.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { PageLoadError } from '../../../ui/error-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input, Textarea } from '../../../ui/input.tsx'
import { PageNotice } from '../../../ui/page-notice.tsx'
import { Select } from '../../../ui/select.tsx'
import { StillWater } from '../../../ui/water.tsx'

/** `/report/:id`: reports an item. A plain form; the server responds with this page. */
export function ReportPage() {
  const { id = '' } = useParams()
  const query = new URLSearchParams(useSearch())
  const { data, error } = useApiQuery(getReportableContent, { params: { id } })
  if (query.get('sent') === 'true' && data) return <ReportSent id={data.id} />
  if (data) return <ReportForm item={data} query={query} />
  if (error && error.status >= 500) return <PageLoadError href={`/report/${id}`} />
  return (
    <PageNotice
      drawing={<DryPond className="w-60" />}
      title="Content Not Found"
      description="This item is no longer available, so there’s nothing to report."
      actions={<LinkButton href="/">Go to home page</LinkButton>}
    />
  )
}

const reasonOptions: Array<{ value: ReportReason | ''; label: string }> = [
  { value: '', label: 'Choose a reason' },
  { value: 'copyright', label: 'It’s someone else’s work' },
  { value: 'illegal', label: 'It’s illegal' },
  { value: 'harmful', label: 'It harms or threatens people' },
  { value: 'misleading', label: 'It isn’t what it claims to be' },
  { value: 'spam', label: 'It’s spam' },
  { value: 'other', label: 'Something else' },
]

const errorMessages: Record<string, string> = dictionary({
  throttled: 'You’ve sent a lot of reports. Please try again in an hour.',
  reason: 'Choose a reason',
  details: `Use ${limits.maxReportDetailsLength} characters or fewer`,
  email: 'Enter an email address like name@example.com, or leave this blank',
})

type ReportFormProps = { item: { id: number; title: string | null }; query: URLSearchParams }

function ReportForm({ item: { id, title }, query }: ReportFormProps) {
  const errorCode = query.get('problem') ?? ''
  const fieldError = (field: string) => (errorCode === field ? errorMessages[field] : undefined)
  const isFormError = errorCode !== '' && !['reason', 'details', 'email'].includes(errorCode)
  return (
    <div className="mx-auto grid max-w-[560px] gap-6 py-8 sm:py-12">
      <div className="grid gap-2 text-center">
        <h1 className="text-2xl">Report this item</h1>
        {title !== null && <p className="wrap-anywhere text-ink-soft">{title}</p>}
      </div>
      <Card elevated>
        <form method="post" action={buildUrl(reportContentForm, { params: { id } })} className="grid gap-5">
          {isFormError && (
            <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-danger">
              {errorMessages[errorCode] ?? 'We couldn’t send your report. Please try again.'}
            </p>
          )}
          <Field label="What’s wrong?" name="reason" error={fieldError('reason')}>
            <Select options={reasonOptions} defaultValue={query.get('reason') ?? ''} required />
          </Field>
          <Field
            label="Tell us more"
            name="details"
            isOptional
            hint="Tell us what you saw and where. If it’s your work, tell us where we can verify that."
            error={fieldError('details')}
          >
            <Textarea maxLength={limits.maxReportDetailsLength} defaultValue={query.get('details') ?? ''} />
          </Field>
          <Field
            label="Your email"
            name="email"
            isOptional
            hint="Only used to reply to you. The creator won’t see it."
            error={fieldError('email')}
          >
            <Input type="email" autoComplete="email" defaultValue={query.get('email') ?? ''} />
          </Field>
          <div className="flex flex-wrap justify-end gap-3">
            <LinkButton variant="secondary" href={`/p/${id}`}>
              Back
            </LinkButton>
            <Button type="submit">Send report</Button>
          </div>
        </form>
      </Card>
    </div>
  )
}

function ReportSent({ id }: { id: number }) {
  return (
    <PageNotice
      drawing={<StillWater />}
      title="Thank you for telling us"
      description="Someone on our team will review it. If the item breaks the rules, we’ll take it down."
      actions={
        <LinkButton variant="secondary" href={`/p/${id}`}>
          Back to item
        </LinkButton>
      }
    />
  )
}
