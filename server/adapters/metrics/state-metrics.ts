import { Gauge, type Registry } from 'prom-client'
import { dictionary } from '../../../contract/dictionary.ts'
import { readStateFigures, type StateFigure } from '../../features/monitoring/state-figures.ts'
import type { Ports } from '../../ports/index.ts'

/** Gauges that the database answers, with the label that separates their samples. */
const gauges: Record<string, { help: string; label?: string }> = dictionary({
  tipdrop_checkouts_due: { help: 'Checkouts whose next check is due' },
  tipdrop_settle_lag_seconds: { help: 'How long the oldest due checkout has waited for its check' },
  tipdrop_deliveries_pending: { help: 'Paid purchases whose delivery is not verified yet' },
  tipdrop_delivery_lag_seconds: { help: 'How long the oldest of them has waited' },
  tipdrop_webhook_events_pending: { help: 'Received webhook events that are not processed yet' },
  tipdrop_webhook_lag_seconds: { help: 'How long the oldest of them has waited' },
  tipdrop_emails_pending: { help: 'Emails in the outbox' },
  tipdrop_email_lag_seconds: { help: 'How long the oldest of them has waited' },
  tipdrop_sweep_age_seconds: { help: 'Seconds since the last run of the periodic tasks' },
  tipdrop_queue_jobs: { help: 'Unfinished jobs by queue', label: 'queue' },
  tipdrop_queue_lag_seconds: {
    help: 'How long the oldest job that may start has waited, by queue',
    label: 'queue',
  },
  tipdrop_alerts_open: { help: 'Open alerts by kind', label: 'kind' },
  tipdrop_payouts_processing: { help: 'Payouts that are not paid yet' },
  tipdrop_payout_age_seconds: { help: 'Age of the oldest payout that is not paid yet' },
  tipdrop_ledger_minor_units: {
    help: 'What is owed to creators by account, in minor units',
    label: 'account',
  },
  tipdrop_ledger_unbalanced_postings: { help: 'Recent postings that do not sum to zero' },
  tipdrop_ledger_unsealed_postings: { help: 'Postings that are not in the hash chain yet' },
  tipdrop_backup_age_seconds: {
    help: 'Seconds since the data of the last complete backup; without one no sample',
  },
  tipdrop_database_bytes: { help: 'Size of the database' },
})

/** Adds the gauges of the instance's state to a registry. They are read once for each scrape, in one query. */
export function addStateMetrics(
  registry: Registry,
  { db, clock, pool }: Pick<Ports, 'db' | 'clock' | 'pool'>,
): void {
  let scrape: Promise<Array<StateFigure>> | undefined
  /** The first gauge of a scrape reads the database for all of them. */
  const samples = () => {
    scrape ??= readStateFigures(db, clock.now()).finally(() => setImmediate(() => (scrape = undefined)))
    return scrape
  }
  for (const [name, { help, label }] of Object.entries(gauges)) {
    new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      registers: [registry],
      async collect() {
        this.reset()
        for (const sample of await samples())
          if (sample.name === name) this.set(label ? { [label]: sample.label } : {}, Number(sample.value))
      },
    })
  }
  new Gauge({
    name: 'tipdrop_database_connections',
    help: 'Connections of the pool by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
}
