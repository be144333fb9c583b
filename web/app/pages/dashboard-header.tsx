import { Plus } from 'lucide-react'
import type { User } from '../../../contract/accounts.ts'
import { getAccount } from '../../../contract/settings.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { Badge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { TextLink } from '../../ui/text-link.tsx'

type DashboardHeaderProps = { viewer: User | null | undefined; isBeforeFirstSale: boolean }

/** The greeting, the plan and the upload button. Before the first sale, the first steps have the primary button. */
export function DashboardHeader({ viewer, isBeforeFirstSale }: DashboardHeaderProps) {
  const isPro = viewer?.plan === 'pro'
  const greeting = isBeforeFirstSale ? 'Welcome' : 'Welcome back'
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 pt-5 pb-0.5">
      <div className="min-w-0">
        {viewer && (
          <p className="wrap-anywhere text-ink-soft">{`${greeting}, ${viewer.firstName ?? viewer.email}`}</p>
        )}
        <h1 className="flex flex-wrap items-center gap-x-3 text-2xl">
          Creator Dashboard
          {isPro && (
            <Badge tone="warm" className="font-body tracking-normal">
              Pro
            </Badge>
          )}
        </h1>
        <OwnPageLink />
      </div>
      <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:flex-auto">
        {!isPro && (
          <LinkButton variant={isBeforeFirstSale ? 'tertiary' : 'secondary'} href="/pricing">
            View Pricing
          </LinkButton>
        )}
        <LinkButton
          variant={isBeforeFirstSale ? 'tertiary' : 'primary'}
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

/** The creator's public page, as fans see it. */
function OwnPageLink() {
  const handle = useApiQuery(getAccount).data?.handle
  if (!handle) return null
  return (
    <TextLink href={`/@${handle}`} className="inline-flex min-h-11 items-center">
      See your page
      <span className="text-ink-soft">&nbsp;@{handle}</span>
    </TextLink>
  )
}
