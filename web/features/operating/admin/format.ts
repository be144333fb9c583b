import { alertGuides } from '../../../../contract/alerts.ts'
import type { AdminHealth, Waiting } from '../../../../contract/monitoring.ts'
import { pluralize } from '../../../ui/format.ts'

/** `month` is 1 to 12. */
export function monthName(month: number): string {
  return new Date(Date.UTC(2000, month - 1)).toLocaleString('en', { month: 'long', timeZone: 'UTC' })
}

export function formatMonth({ month, year }: { month: number; year: number }): string {
  return `${monthName(month)} ${year}`
}

type PersonName = { firstName: string | null; lastName: string | null }

export function fullName({ firstName, lastName }: PersonName): string {
  return [firstName, lastName].filter(Boolean).join(' ')
}

const maxShownIdLength = 22

/** A long id without its middle: `pi_sbx_5c5f…6db7`. */
export function shortId(id: string): string {
  return id.length <= maxShownIdLength ? id : `${id.slice(0, 11)}…${id.slice(-4)}`
}

/** A route's name as words: `suspendCreator` -> `Suspend creator`. */
export function humanize(routeName: string): string {
  const text = routeName.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const units = [
  { name: 'day', seconds: 86_400 },
  { name: 'hour', seconds: 3_600 },
  { name: 'minute', seconds: 60 },
  { name: 'second', seconds: 1 },
] as const

/** A duration in its largest unit, rounded down: `3 minutes`. */
export function durationText(seconds: number): string {
  const unit = units.find((one) => seconds >= one.seconds) ?? units[3]
  return pluralize(Math.floor(seconds / unit.seconds), unit.name)
}

const axisUnits = [
  { label: 'Days', short: 'd', seconds: 86_400 },
  { label: 'Hours', short: 'h', seconds: 3_600 },
  { label: 'Minutes', short: 'min', seconds: 60 },
  { label: 'Seconds', short: 's', seconds: 1 },
] as const

/** The unit of an axis up to `seconds`: the largest that fits twice. */
export function waitUnit(seconds: number): (typeof axisUnits)[number] {
  return axisUnits.find((unit) => seconds >= 2 * unit.seconds) ?? axisUnits[3]
}

export const waitingLabels: Record<Waiting['kind'], string> = {
  payments: 'Payments to check',
  deliveries: 'Deliveries to verify',
  webhooks: 'Webhooks to process',
  emails: 'Emails to send',
  jobs: 'Jobs in the queue',
}

const serviceLabels: Record<AdminHealth['failing']['unavailable'][number], string> = {
  mail: 'The mail server doesn’t respond',
  provider: 'The card provider doesn’t respond',
  store: 'The file store doesn’t respond',
}

/** What fails, as a list of sentences; empty when nothing does. */
export function failuresOf({ failing, processes, sweepAgeSeconds }: AdminHealth): Array<string> {
  const { hasNoWorker, unavailable, alerts, failedJobs, overdueEmails, unbalancedPostings } = failing
  const silent = processes.filter(({ isResponding }) => !isResponding).length
  return [
    ...unavailable.map((service) => serviceLabels[service]),
    hasNoWorker &&
      'No worker runs, so emails and backups wait. Start a process with ROLE=worker or ROLE=all.',
    sweepAgeSeconds > maxSweepAgeSeconds &&
      !hasNoWorker &&
      `The periodic tasks last ran ${durationText(sweepAgeSeconds)} ago. See the log of the worker.`,
    unbalancedPostings > 0 && `${pluralize(unbalancedPostings, 'posting')} of the ledger don’t sum to zero`,
    silent > 0 && `${silent === 1 ? 'A process' : `${silent} processes`} stopped responding`,
    ...alerts.map(alertText),
    failedJobs > 0 && `${pluralize(failedJobs, 'job')} failed`,
    overdueEmails > 0 && `${pluralize(overdueEmails, 'email')} couldn’t be sent for five minutes`,
  ].filter((text) => text !== false)
}

function alertText({ kind, count }: AdminHealth['failing']['alerts'][number]): string {
  const title = Object.entries(alertGuides).find(([name]) => name === kind)?.[1].title ?? kind
  return count === 1 ? title : `${title}, ${count} times`
}

/** The periodic tasks run every 15 seconds. */
const maxSweepAgeSeconds = 120
