import * as z from 'zod/mini'
import { alertKinds } from './alerts.ts'
import { limits } from './limits.ts'
import { Currency, DecimalString } from './money.ts'
import { OrderNumber } from './order-number.ts'
import { defineRoute } from './route.ts'
import {
  DisputeState,
  Id,
  IdParams,
  list,
  PageNumber,
  Plan,
  pageFields,
  Reason,
  requiredReason,
  Timestamp,
} from './schemas.ts'
import { SearchText } from './text.ts'

export const SearchQuery = z._default(SearchText, '')

export const Alert = z.object({
  id: Id,
  kind: z.enum(alertKinds),
  target: z.string(),
  detail: z.string(),
  createdAt: Timestamp,
  resolvedAt: z.nullable(Timestamp),
  /** The purchase of the alert, if any. */
  purchaseId: z.nullable(OrderNumber),
})
export type Alert = z.infer<typeof Alert>

export const listAlerts = defineRoute({
  method: 'GET',
  path: '/api/admin/alerts',
  auth: 'admin',
  summary: 'Lists open or resolved alerts, newest first, 50 per page.',
  query: z.object({ state: z._default(z.enum(['open', 'resolved']), 'open'), page: PageNumber }),
  response: z.object({ alerts: list(Alert), ...pageFields }),
})

export const AlertResolutionInput = z.object({
  resolutionNote: Reason,
})

export const resolveAlert = defineRoute({
  method: 'POST',
  path: '/api/admin/alerts/:id/resolve',
  auth: 'admin',
  summary: 'Resolves an alert and records what was done.',
  params: IdParams,
  body: AlertResolutionInput,
  response: Alert,
})

const JobId = z.uuid('Not a valid id')
export const FailedJobs = z.object({
  jobs: list(
    z.object({
      id: JobId,
      name: z.string(),
      attempts: z.int(),
      createdAt: Timestamp,
      /** The error message of the last attempt. */
      lastError: z.string(),
    }),
    limits.maxListed.failedJobs,
  ),
})
export type FailedJobs = z.infer<typeof FailedJobs>

export const listFailedJobs = defineRoute({
  method: 'GET',
  path: '/api/admin/failed-jobs',
  auth: 'admin',
  summary: 'Lists failed jobs, oldest first, up to 50.',
  response: FailedJobs,
})

export const retryJob = defineRoute({
  method: 'POST',
  path: '/api/admin/jobs/:id/retry',
  auth: 'admin',
  summary: 'Retries a failed job.',
  params: z.object({ id: JobId }),
  response: z.object({ done: z.literal(true) }),
})

export const Dispute = z.object({
  id: Id,
  purchaseId: OrderNumber,
  title: z.string(),
  email: z.string(),
  state: DisputeState,
  reason: z.nullable(z.string()),
  amount: DecimalString,
  currency: Currency,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Dispute = z.infer<typeof Dispute>

export const listDisputes = defineRoute({
  method: 'GET',
  path: '/api/admin/disputes',
  auth: 'admin',
  summary: 'Lists disputes, open ones first, then newest; 50 per page.',
  query: z.object({ page: PageNumber }),
  response: z.object({ disputes: list(Dispute), ...pageFields }),
})

export const listFailedRefunds = defineRoute({
  method: 'GET',
  path: '/api/admin/failed-refunds',
  auth: 'admin',
  summary:
    'Lists failed refunds, whether declined by the provider or returned by the bank; newest first, up to 50.',
  response: z.object({
    refunds: list(
      z.object({
        id: Id,
        purchaseId: OrderNumber,
        title: z.string(),
        email: z.string(),
        amount: DecimalString,
        currency: Currency,
        failure: z.enum(['failed_at_provider', 'returned_by_bank']),
        createdAt: Timestamp,
      }),
    ),
  }),
})

export const Creator = z.object({
  id: Id,
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  email: z.string(),
  /** Of their page; null without one. */
  handle: z.nullable(z.string()),
  plan: Plan,
  contentCount: z.int(),
  totalEarnings: DecimalString,
  balance: DecimalString,
  currency: Currency,
  createdAt: Timestamp,
  /** Admins and accountants can’t be suspended. */
  isStaff: z.boolean(),
  suspendedAt: z.nullable(Timestamp),
  suspendedReason: z.nullable(z.string()),
})
export type Creator = z.infer<typeof Creator>

export const listCreators = defineRoute({
  method: 'GET',
  path: '/api/admin/creators',
  auth: 'admin',
  summary: 'Searches accounts by email address or name, newest first, 50 per page.',
  query: z.object({
    q: SearchQuery,
    state: z._default(z.enum(['all', 'suspended']), 'all'),
    page: PageNumber,
  }),
  response: z.object({ creators: list(Creator), ...pageFields }),
})

export const SuspensionInput = z.object({
  reason: requiredReason('creator'),
})

export const suspendCreator = defineRoute({
  method: 'POST',
  path: '/api/admin/creators/:id/suspend',
  auth: 'admin',
  summary:
    'Suspends an account: ends its sessions and unpublishes its items right away. Buyers keep access. The creator is told why.',
  params: IdParams,
  body: SuspensionInput,
  response: Creator,
})

export const restoreCreator = defineRoute({
  method: 'POST',
  path: '/api/admin/creators/:id/restore',
  auth: 'admin',
  summary: 'Ends a suspension: the creator can sign in again and their items are published again.',
  params: IdParams,
  response: Creator,
})

export const AuditEntry = z.object({
  id: Id,
  actorEmail: z.string(),
  action: z.string(),
  target: z.string(),
  oldValues: z.nullable(z.record(z.string(), z.unknown())),
  newValues: z.nullable(z.record(z.string(), z.unknown())),
  createdAt: Timestamp,
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const listAuditLog = defineRoute({
  method: 'GET',
  path: '/api/admin/audit',
  auth: 'admin',
  summary: 'Lists admin actions, newest first, 50 at a time. Searches by admin, action or target.',
  query: z.object({ q: SearchQuery, before: z.optional(Id) }),
  response: z.object({ entries: list(AuditEntry), next: z.nullable(Id) }),
})
