import { Plus } from 'lucide-react'
import type { User } from '../../../contract/accounts.ts'
import { site } from '../../../contract/site.ts'
import { Badge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { TextLink } from '../../ui/text-link.tsx'

type DashboardHeaderProps = { viewer: User | null | undefined; isBeforeFirstSale: boolean }

/** The greeting, the plan and the upload button. Before the first sale, the steps have the primary button. */
export function DashboardHeader({ viewer, isBeforeFirstSale }: DashboardHeaderProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 pt-5 pb-0.5">
      <div className="min-w-0">
        {viewer && <Greeting viewer={viewer} isBeforeFirstSale={isBeforeFirstSale} />}
        <h1 className="flex flex-wrap items-center gap-x-3 text-2xl">
          Creator Dashboard
          {viewer?.plan === 'pro' && !site().isSolo && (
            <Badge tone="warm" className="font-body tracking-normal">
              Pro
            </Badge>
          )}
        </h1>
      </div>
      <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:flex-auto">
        {!site().isSolo && (
          <LinkButton variant="secondary" href="/pricing">
            View Pricing
          </LinkButton>
        )}
        <LinkButton
          variant={isBeforeFirstSale ? 'secondary' : 'primary'}
          href="/upload"
          className="h-auto whitespace-normal"
        >
          <Plus aria-hidden />
          Upload New Content
        </LinkButton>
      </div>
    </header>
  )
}

function Greeting({ viewer, isBeforeFirstSale }: { viewer: User; isBeforeFirstSale: boolean }) {
  const { firstName, email, handle } = viewer
  const greeting = isBeforeFirstSale ? 'Welcome' : 'Welcome back'
  return (
    <p className="wrap-anywhere flex flex-wrap items-center gap-x-3 text-ink-soft">
      {`${greeting}, ${firstName ?? email}`}
      {handle && (
        <TextLink href={`/@${handle}`} className="-my-2.5 inline-flex min-h-11 items-center">
          See your page
          <span className="text-ink-soft">&nbsp;@{handle}</span>
        </TextLink>
      )}
    </p>
  )
}
