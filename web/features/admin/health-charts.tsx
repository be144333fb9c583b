import type { HealthHour } from '../../../contract/admin-health.ts'
import { ColumnChart } from '../../ui/column-chart.tsx'
import { formatCount, pluralize } from '../../ui/count-text.ts'
import { useTimeFormatter } from '../../ui/local-time.tsx'
import { Section } from '../../ui/section.tsx'
import { durationText } from './health-text.ts'

/** The last day, by the hour: requests with their errors below zero, and the longest wait. */
export function HealthCharts({ hours }: { hours: Array<HealthHour> }) {
  const formatMoment = useTimeFormatter()
  // The day is clear, and two dates would not fit below the chart on a phone.
  const formatTime = (iso: string) => formatMoment(iso).split(', ').at(-1) ?? ''
  return (
    <div className="grid gap-[18px] lg:grid-cols-2">
      <Section id="requests" title="Requests" description="In the last 24 hours, by the hour.">
        <ColumnChart
          title="Requests by the hour"
          columns={['Hour', 'Requests', 'Errors', 'Over a second']}
          legend={{ value: 'Requests', below: 'Errors' }}
          formatTick={(value) => formatCount(Math.abs(value))}
          steps={hours.map(({ startsAt, requests, errors, slowRequests }) => ({
            label: formatTime(startsAt),
            value: requests,
            below: errors,
            cells: [requests, errors, slowRequests].map(formatCount),
            tooltip: [
              pluralize(requests, 'request'),
              pluralize(errors, 'error'),
              `${formatCount(slowRequests)} over a second`,
            ],
          }))}
        />
      </Section>
      <Section
        id="waits"
        title="Longest wait"
        description="How long the oldest payment, email or job waited."
      >
        <ColumnChart
          title="Longest wait by the hour"
          columns={['Hour', 'Longest wait', 'Waiting at most']}
          legend={{ value: 'Seconds' }}
          formatTick={formatCount}
          steps={hours.map(({ startsAt, maxWaitSeconds, maxWaiting }) => ({
            label: formatTime(startsAt),
            value: maxWaitSeconds,
            cells: [durationText(maxWaitSeconds), formatCount(maxWaiting)],
            tooltip: [durationText(maxWaitSeconds), `${formatCount(maxWaiting)} waiting at most`],
          }))}
        />
      </Section>
    </div>
  )
}
