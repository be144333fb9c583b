import { CircleCheck, SearchX } from 'lucide-react'
import { useParams, useSearch } from 'wouter'
import {
  getReportableContent,
  type ReportReason,
  reportContentForm,
} from '../../../contract/content-reports.ts'
import { limits } from '../../../contract/limits.ts'
import { buildUrl } from '../../../contract/route.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageLoadError } from '../../ui/page-load-error.tsx'
import { PageNotice } from '../../ui/page-notice.tsx'
import { Select } from '../../ui/select.tsx'
import { Textarea } from '../../ui/textarea.tsx'

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
      icon={<SearchX aria-hidden />}
      title="Content Not Found"
      description="There is nothing behind this link any more, so there is nothing to report."
      actions={<LinkButton href="/">Go to the start page</LinkButton>}
    />
  )
}

const reasonOptions: Array<{ value: ReportReason | ''; label: string }> = [
  { value: '', label: 'Choose a reason' },
  { value: 'copyright', label: 'It is somebody else’s work' },
  { value: 'illegal', label: 'It is against the law' },
  { value: 'harmful', label: 'It harms or threatens people' },
  { value: 'misleading', label: 'It is not what it says' },
  { value: 'spam', label: 'It is spam' },
  { value: 'other', label: 'Something else' },
]

const errorMessages: Record<string, string> = {
  throttled: 'That is a lot of reports. Please try again in an hour.',
  reason: 'Choose what is wrong',
  details: `At most ${limits.maxReportDetailsLength} characters`,
  email: 'Enter an e-mail address like name@example.com, or leave it empty',
}

type ReportFormProps = { item: { id: number; title: string }; query: URLSearchParams }

function ReportForm({ item: { id, title }, query }: ReportFormProps) {
  const errorCode = query.get('problem') ?? ''
  const fieldError = (field: string) => (errorCode === field ? errorMessages[field] : undefined)
  const isFormError = errorCode !== '' && !['reason', 'details', 'email'].includes(errorCode)
  return (
    <div className="mx-auto grid max-w-[560px] gap-6 py-8 sm:py-12">
      <div className="grid gap-2 text-center">
        <h1 className="text-2xl">Report this item</h1>
        <p className="wrap-anywhere text-ink-soft">{title}</p>
      </div>
      <Card elevated>
        <form method="post" action={buildUrl(reportContentForm, { params: { id } })} className="grid gap-5">
          {isFormError && (
            <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-danger">
              {errorMessages[errorCode] ?? 'Your report was not sent. Please try again.'}
            </p>
          )}
          <Field label="What is wrong" name="reason" error={fieldError('reason')}>
            <Select options={reasonOptions} defaultValue={query.get('reason') ?? ''} required />
          </Field>
          <Field
            label="Tell us more"
            name="details"
            isOptional
            hint="What you saw, and where. If it is your work, where we can see that."
            error={fieldError('details')}
          >
            <Textarea maxLength={limits.maxReportDetailsLength} defaultValue={query.get('details') ?? ''} />
          </Field>
          <Field
            label="Your e-mail"
            name="email"
            isOptional
            hint="Only to answer you. The creator does not see it."
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
      icon={<CircleCheck aria-hidden />}
      title="Thank you for telling us"
      description="A person looks at it. If the item breaks the rules, it goes off sale."
      actions={
        <LinkButton variant="secondary" href={`/p/${id}`}>
          Back to the item
        </LinkButton>
      }
    />
  )
}
