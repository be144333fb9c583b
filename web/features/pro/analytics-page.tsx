import { ChartLine } from 'lucide-react'
import { getAnalysis } from '../../../contract/pro.ts'
import { useRead } from '../../api/hooks.ts'
import { SignedIn } from '../../api/signed-in.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { NeedsPro } from '../../ui/needs-pro.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AnalysisView } from './analysis-view.tsx'
import { DayPicker } from './day-picker.tsx'
import { useSpan } from './use-span.ts'

/** Views, checkouts, sales and sources of the days a creator chooses. */
export function AnalyticsPage() {
  return <SignedIn>{({ plan }) => (plan === 'pro' ? <Analytics /> : <AnalyticsArePro />)}</SignedIn>
}

function Analytics() {
  const [span, choose] = useSpan()
  const { data, error, refetch } = useRead(getAnalysis, { query: span, keeps: true })
  return (
    <div className="grid gap-[18px]">
      <h1 className="pt-5 text-2xl">Analytics</h1>
      <Card className="p-4 sm:p-[22px]">
        <DayPicker span={span} onChange={choose} errors={error?.fields} />
      </Card>
      {error && Object.keys(error.fields).length === 0 && (
        <ErrorState title="Your numbers did not load" text={error.sentence} retry={() => void refetch()} />
      )}
      {!data && !error && <Waiting />}
      {data && !error && <AnalysisView analysis={data} />}
    </div>
  )
}

function AnalyticsArePro() {
  return (
    <NeedsPro
      icon={<ChartLine aria-hidden />}
      title="Advanced analytics is part of Pro"
      text="Views, checkouts and sales per item and day, where people came from, for the dates you choose. What was counted so far is there when you come."
      instead={
        <LinkButton variant="ghost" href="/dashboard">
          Back to the dashboard
        </LinkButton>
      }
    />
  )
}

function Waiting() {
  return (
    <div role="status" className="grid gap-[18px]">
      <span className="sr-only">Loading your numbers</span>
      <div className="grid grid-cols-2 gap-[18px] lg:grid-cols-4">
        {['views', 'checkouts', 'sales', 'earned'].map((name) => (
          <Skeleton key={name} className="h-[118px] rounded-md" />
        ))}
      </div>
      <Skeleton className="h-[280px] rounded-md" />
    </div>
  )
}
