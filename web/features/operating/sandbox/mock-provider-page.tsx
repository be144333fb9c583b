import { Landmark } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'

type MockProviderPageProps = {
  /** The provider and the page that this one replaces. */
  providerName: string
  pageName: string
  title: string
  text: string
  errorMessage: string | undefined
  children: ReactNode
}

/** A replacement for a bank's or provider's page, with buttons to choose the outcome. */
export function MockProviderPage({
  providerName,
  pageName,
  title,
  text,
  errorMessage,
  children,
}: MockProviderPageProps) {
  return (
    <Card elevated className="mx-auto mt-6 grid max-w-[460px] gap-5 sm:mt-12">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="flex items-center gap-2.5 font-semibold text-lg">
          <Landmark aria-hidden className="size-6 text-brand" />
          {providerName}
        </p>
        <Badge tone="warn">{pageName} · Test</Badge>
      </div>
      <div className="grid gap-2">
        <h1 className="text-xl">{title}</h1>
        <p className="wrap-anywhere text-ink-soft">{text}</p>
      </div>
      {errorMessage && (
        <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-danger">
          {errorMessage}
        </p>
      )}
      {children}
    </Card>
  )
}
