import { MailCheck, TriangleAlert } from 'lucide-react'
import { useParams, useSearch } from 'wouter'
import { getEmailedChoice } from '../../../../contract/sale-emails.ts'
import { useApiQuery } from '../../../api/query.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { PageLoadError } from '../../../ui/error-state.tsx'
import { PageNotice } from '../../../ui/page-notice.tsx'
import { SaleEmailChoices } from './sale-email-choices.tsx'

/** The link in the footer of an email about sales: a form, without signing in and without scripts. */
export function EmailedChoicePage() {
  const { token = '' } = useParams()
  const isSaved = new URLSearchParams(useSearch()).has('saved')
  const { data, error } = useApiQuery(getEmailedChoice, { params: { token } })
  if (!data && error && error.status >= 500) return <PageLoadError href={`/sale-emails/${token}`} />
  if (!data)
    return (
      <PageNotice
        icon={<TriangleAlert aria-hidden />}
        tone="warn"
        title="This link doesn’t work anymore"
        description="It may have been cut off. You can change the emails in Settings."
        actions={<LinkButton href="/settings/emails">Go to Settings</LinkButton>}
      />
    )
  return (
    <Card className="mx-auto mt-6 grid w-full max-w-[640px] gap-5">
      <h1 className="text-2xl">Emails about your sales</h1>
      {isSaved && (
        <p role="status" className="flex items-center gap-2 font-semibold text-brand">
          <MailCheck aria-hidden className="size-5 shrink-0" />
          Saved
        </p>
      )}
      <form method="post" action={`/sale-emails/${token}`} className="grid gap-5">
        <input type="hidden" name="page" value="1" />
        <SaleEmailChoices selected={data.choice} />
        <Button type="submit" size="lg" className="justify-self-start">
          Save
        </Button>
      </form>
    </Card>
  )
}
