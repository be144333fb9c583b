import { Gift } from 'lucide-react'
import { useParams, useSearch } from 'wouter'
import { getFreeLink } from '../../../../contract/free.ts'
import { useApiQuery } from '../../../api/query.ts'
import { LinkEnded } from '../../../shared/link-ended.tsx'
import { Button } from '../../../ui/button.tsx'
import { PageLoadError } from '../../../ui/error-state.tsx'
import { PageNotice } from '../../../ui/page-notice.tsx'

/** The link of an email. Opening the page takes nothing, because email scanners open every link; the button does. */
export function FreeLinkPage() {
  const { token = '' } = useParams()
  const problem = new URLSearchParams(useSearch()).get('problem')
  const { data, error } = useApiQuery(getFreeLink, { params: { token } })
  if (!data && error && error.status >= 500)
    return <PageLoadError href={`/free/${token}`} reassurance="your link still works" />
  if (!data || problem === 'not_found')
    return (
      <LinkEnded description="It may have been cut off, or it’s older than 24 hours. You can ask for a new one on the item’s page." />
    )
  const { title, creator } = data
  return (
    <PageNotice
      icon={<Gift aria-hidden />}
      title={`Get “${title}”`}
      description={
        problem
          ? 'Something went wrong, and nothing was lost. Please try again.'
          : `It’s free. ${creator} will email you when there’s something new, at most once a day. You can unsubscribe anytime.`
      }
      actions={
        <form method="post" action={`/free/${token}`}>
          <Button type="submit" size="lg">
            Get it free
          </Button>
        </form>
      }
    />
  )
}
