import { Plus } from 'lucide-react'
import type { User } from '../../../contract/accounts.ts'
import { Badge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/link-button.tsx'

type DashboardHeaderProps = { viewer: User | null | undefined; isFirstDay: boolean }

/** The greeting, the plan and the way to upload. On the first day, the steps have the only filled button. */
export function DashboardHeader({ viewer, isFirstDay }: DashboardHeaderProps) {
  const isPro = viewer?.plan === 'pro'
  const greeting = isFirstDay ? 'Welcome' : 'Welcome back'
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
      </div>
      <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:flex-1">
        {!isPro && (
          <LinkButton variant="secondary" href="/pricing">
            View Pricing
          </LinkButton>
        )}
        <LinkButton
          variant={isFirstDay ? 'secondary' : 'primary'}
          href="/upload"
          className="h-auto min-h-11 max-w-full whitespace-normal"
        >
          <Plus aria-hidden />
          Upload New Content
        </LinkButton>
      </div>
    </header>
  )
}
