import type { PayoutStage } from '../../../contract/admin-monthly-payouts.ts'

type StageLabel = {
  label: string
  /** A line under the sum. */
  note: string
  /** The CSS class of its part of the bar. */
  color: string
}

export const stageLabels: Record<Exclude<PayoutStage, 'below_minimum'>, StageLabel> = {
  paid: { label: 'Paid', note: 'Sent with a reference.', color: 'bg-ink-faint' },
  in_transit: { label: 'In transit', note: 'Transfers on their way.', color: 'bg-brand-strong' },
  to_pay_manually: { label: 'To pay manually', note: 'Processed, not sent yet.', color: 'bg-accent' },
  ready: { label: 'Ready to pay', note: 'Go out with the next run.', color: 'bg-brand' },
  payout_method_missing: {
    label: 'Waiting for a method',
    note: 'Skipped until they add one.',
    color: 'bg-warn',
  },
  suspended: { label: 'Suspended', note: 'Skipped while suspended.', color: 'bg-danger' },
}

/** In the order of the bar: paid money first. */
export const shownStages = [
  'paid',
  'in_transit',
  'to_pay_manually',
  'ready',
  'payout_method_missing',
  'suspended',
] as const

/** Shown also when they are empty. */
export const mainStages: ReadonlyArray<PayoutStage> = [
  'paid',
  'to_pay_manually',
  'ready',
  'payout_method_missing',
]
