import { Mail, MailCheck, MonitorX } from 'lucide-react'
import { useSearch } from 'wouter'
import { dictionary } from '../../../../contract/dictionary.ts'
import { Island } from '../../../hydration/island.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { PageNotice } from '../../../ui/page-notice.tsx'
import { lostLinkEmailIsland } from './lost-link-email.island.ts'

/** A plain form; the server responds with this page. The response does not reveal whether the email is known. */
export function LostLinkPage() {
  const query = new URLSearchParams(useSearch())
  if (query.get('forgotten')) return <DeviceForgotten />
  return query.get('sent') ? (
    <LinksSent />
  ) : (
    <LostLinkForm errorCode={query.get('problem')} email={query.get('email')} />
  )
}

function LinksSent() {
  return (
    <PageNotice
      icon={<MailCheck aria-hidden />}
      title="Check your inbox"
      description="If we find purchases under that address, we’ll email the links. If nothing arrives in a minute, check your spam folder."
      actions={
        <LinkButton variant="secondary" href="/lost-link">
          Try another address
        </LinkButton>
      }
    />
  )
}

function DeviceForgotten() {
  return (
    <PageNotice
      icon={<MonitorX aria-hidden />}
      title="This browser has forgotten your purchases"
      description="Close this tab too. The links in your email still work, on any device."
      actions={
        <LinkButton variant="secondary" href="/lost-link">
          Email me my links
        </LinkButton>
      }
    />
  )
}

const errorMessages: Record<string, string> = dictionary({
  invalid_input: 'Enter an email address like name@example.com',
  throttled: 'Too many attempts. Please wait a few minutes and try again.',
  unavailable: 'We couldn’t send your links just now. Please try again in a moment.',
})

function LostLinkForm({ errorCode, email }: { errorCode: string | null; email: string | null }) {
  const emailError = errorCode
    ? (errorMessages[errorCode] ?? 'That didn’t work. Please try again.')
    : undefined
  return (
    <div className="mx-auto grid max-w-[480px] gap-6 py-10 sm:py-14">
      <div className="grid gap-2 text-center">
        <h1 className="text-2xl sm:text-[2.2rem]">Lost your link?</h1>
        <p className="text-ink-soft">
          Enter the email address you paid with, and we’ll send you links to everything you bought.
        </p>
      </div>
      <Card elevated>
        <form method="post" action="/lost-link" className="grid gap-5">
          <Island island={lostLinkEmailIsland} props={{ email: email ?? '', error: emailError }} />
          <Button type="submit" size="lg" fullWidth>
            <Mail aria-hidden />
            Send my links
          </Button>
        </form>
      </Card>
    </div>
  )
}
