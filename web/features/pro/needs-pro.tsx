import { ChartLine } from 'lucide-react'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageNotice } from '../../ui/page-notice.tsx'

export function NeedsPro() {
  return (
    <PageNotice
      icon={<ChartLine aria-hidden />}
      title="Advanced analytics is part of Pro"
      text="Views, checkouts and sales per item and day, where people came from, for the dates you choose. What was counted so far is there when you come."
      actions={
        <>
          <LinkButton href="/subscribe">Go Pro</LinkButton>
          <LinkButton variant="ghost" href="/dashboard">
            Back to the dashboard
          </LinkButton>
        </>
      }
    />
  )
}
