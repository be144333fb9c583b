import { MailCheck } from 'lucide-react'
import { useParams, useSearch } from 'wouter'
import { getContent } from '../../../../contract/content.ts'
import { useApiQuery } from '../../../api/query.ts'
import { ContentNotFound } from '../../../shared/content-not-found.tsx'
import { PageNotice } from '../../../ui/page-notice.tsx'
import { TextLink } from '../../../ui/text-link.tsx'

/** Shown after somebody asked for the link to a free item. The link comes by email only, which proves the address. */
export function CheckEmailPage() {
  const { id = '' } = useParams()
  const email = new URLSearchParams(useSearch()).get('email') ?? ''
  const { data: content } = useApiQuery(getContent, { params: { id } })
  if (!content) return <ContentNotFound purchasePrompt="Already have this?" />
  return (
    <PageNotice
      icon={<MailCheck aria-hidden />}
      title="Check your email"
      description={
        <span className="[overflow-wrap:anywhere]">
          We sent a link to {email || 'your address'}. Open it to get “{content.title}”. It works for 24
          hours.
        </span>
      }
    >
      <TextLink href={content.tipAddress} className="inline-grid min-h-11 place-items-center text-sm">
        Use another address
      </TextLink>
    </PageNotice>
  )
}
