import {
  BellRing,
  Copy,
  Eye,
  Flag,
  type LucideIcon,
  MailWarning,
  MessageSquare,
  RotateCcw,
  TriangleAlert,
  Undo2,
  Wrench,
} from 'lucide-react'
import type { InboxKind } from '../../../../../contract/inbox.ts'

type Tone = 'danger' | 'warm' | 'warn' | 'plain'

/** The filter of each kind, in the order of the filters, and its icon. What is about a buyer’s money comes first. */
export const kindLooks: Record<InboxKind, { filter: string; noun: string; icon: LucideIcon; tone: Tone }> = {
  refund: { filter: 'Refunds', noun: 'Refund', icon: Undo2, tone: 'danger' },
  dispute: { filter: 'Disputes', noun: 'Dispute', icon: TriangleAlert, tone: 'danger' },
  failed_refund: { filter: 'Failed refunds', noun: 'Failed refund', icon: Undo2, tone: 'danger' },
  report: { filter: 'Reports', noun: 'Report', icon: Flag, tone: 'warm' },
  payout: { filter: 'Payouts', noun: 'Payout', icon: RotateCcw, tone: 'warn' },
  review: { filter: 'Reviews', noun: 'Review', icon: Eye, tone: 'plain' },
  duplicate: { filter: 'Duplicates', noun: 'Possible duplicate', icon: Copy, tone: 'plain' },
  alert: { filter: 'Alerts', noun: 'Alert', icon: BellRing, tone: 'warn' },
  delivery: { filter: 'Emails', noun: 'Delivery', icon: MailWarning, tone: 'warn' },
  job: { filter: 'Tasks', noun: 'Task', icon: Wrench, tone: 'warn' },
  feedback: { filter: 'Feedback', noun: 'Feedback', icon: MessageSquare, tone: 'plain' },
}

export const tileTones: Record<Tone, string> = {
  danger: 'bg-danger-soft text-danger',
  warm: 'bg-accent-soft text-accent-ink',
  warn: 'bg-warn-soft text-warn',
  plain: 'bg-sunken text-ink-soft',
}

export const kindsInOrder = Object.keys(kindLooks) as Array<InboxKind>
