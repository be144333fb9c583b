import { z } from 'zod'
import { limits } from './limits.ts'
import { Currency, MoneyText } from './money.ts'
import { route } from './route.ts'
import { DisputeState, Id, IdParams, Page, Plan, paged, Reason, reasonFor, Timestamp } from './shapes.ts'

export const Search = z.string().trim().max(limits.searchText).default('')

export const getDesk = route({
  method: 'GET',
  path: '/api/admin/desk',
  access: 'admin',
  summary: 'How much waits for a person, by kind.',
  reply: z.object({
    feedback: z.number().int(),
    reports: z.number().int(),
    alerts: z.number().int(),
    disputes: z.number().int(),
    doubles: z.number().int(),
    failedRefunds: z.number().int(),
    failedJobs: z.number().int(),
    lateMails: z.number().int(),
  }),
})

export const Alert = z.object({
  id: Id,
  kind: z.string(),
  subject: z.string(),
  detail: z.string(),
  createdAt: Timestamp,
  resolvedAt: Timestamp.nullable(),
  /** The purchase it is about, where it names one. */
  purchaseId: Id.nullable(),
})
export type Alert = z.infer<typeof Alert>

export const listAlerts = route({
  method: 'GET',
  path: '/api/admin/alerts',
  access: 'admin',
  summary: 'What a person must look at, or what was resolved; newest first, 50 a page.',
  query: z.object({ state: z.enum(['open', 'resolved']).default('open'), page: Page }),
  reply: z.object({ alerts: z.array(Alert), ...paged }),
})

export const resolveAlert = route({
  method: 'POST',
  path: '/api/admin/alerts/:id/resolve',
  access: 'admin',
  summary: 'A person has looked at it; what they did is noted.',
  params: IdParams,
  body: z.object({
    note: Reason,
  }),
  reply: Alert,
})

const JobId = z.uuid('Not a valid id')
export const Faults = z.object({
  /** Jobs that were given up. */
  jobs: z.array(
    z.object({
      id: JobId,
      name: z.string(),
      tries: z.number().int(),
      createdAt: Timestamp,
      /** What went wrong at the last try, in the words of the program. */
      fault: z.string(),
    }),
  ),
  /** Mails that wait longer than they should. */
  mails: z.array(
    z.object({
      id: Id,
      kind: z.string(),
      recipient: z.string(),
      createdAt: Timestamp,
      purchaseId: Id.nullable(),
    }),
  ),
})
export type Faults = z.infer<typeof Faults>

export const listFaults = route({
  method: 'GET',
  path: '/api/admin/faults',
  access: 'admin',
  summary: 'Work that was given up and mails that were not sent, oldest first, 50 of each.',
  reply: Faults,
})

const done = z.object({ done: z.literal(true) })

export const retryJob = route({
  method: 'POST',
  path: '/api/admin/jobs/:id/retry',
  access: 'admin',
  summary: 'Does a job again that was given up.',
  params: z.object({ id: JobId }),
  reply: done,
})

export const retryMail = route({
  method: 'POST',
  path: '/api/admin/mails/:id/retry',
  access: 'admin',
  summary: 'Sends a mail now that was not sent.',
  params: IdParams,
  reply: done,
})

export const Dispute = z.object({
  id: Id,
  purchaseId: Id,
  title: z.string(),
  email: z.string(),
  state: DisputeState,
  reason: z.string().nullable(),
  amount: MoneyText,
  currency: Currency,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Dispute = z.infer<typeof Dispute>

export const listDisputes = route({
  method: 'GET',
  path: '/api/admin/disputes',
  access: 'admin',
  summary: 'Complaints at banks: those that go on first, then the newest; 50 a page.',
  query: z.object({ page: Page }),
  reply: z.object({ disputes: z.array(Dispute), ...paged }),
})

export const listFailedRefunds = route({
  method: 'GET',
  path: '/api/admin/failed-refunds',
  access: 'admin',
  summary:
    'Money that did not go back: refused by the provider, or returned by the bank; newest first, 50 at the most.',
  reply: z.object({
    refunds: z.array(
      z.object({
        id: Id,
        purchaseId: Id,
        title: z.string(),
        email: z.string(),
        amount: MoneyText,
        currency: Currency,
        what: z.enum(['refused', 'returned']),
        createdAt: Timestamp,
      }),
    ),
  }),
})

export const Creator = z.object({
  id: Id,
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
  plan: Plan,
  contentCount: z.number().int(),
  totalEarnings: MoneyText,
  balance: MoneyText,
  currency: Currency,
  createdAt: Timestamp,
  suspendedAt: Timestamp.nullable(),
  suspendedReason: z.string().nullable(),
})
export type Creator = z.infer<typeof Creator>

export const listCreators = route({
  method: 'GET',
  path: '/api/admin/creators',
  access: 'admin',
  summary: 'Accounts by address or name, the newest first; 50 a page.',
  query: z.object({ q: Search, state: z.enum(['all', 'suspended']).default('all'), page: Page }),
  reply: z.object({ creators: z.array(Creator), ...paged }),
})

export const suspendCreator = route({
  method: 'POST',
  path: '/api/admin/creators/:id/suspend',
  access: 'admin',
  summary:
    'Ends their sessions and takes their items off sale at once; buyers keep access. They are told why.',
  params: IdParams,
  body: z.object({
    reason: reasonFor('creator'),
  }),
  reply: Creator,
})

export const restoreCreator = route({
  method: 'POST',
  path: '/api/admin/creators/:id/restore',
  access: 'admin',
  summary: 'Ends a suspension: they can sign in, and their items are for sale again.',
  params: IdParams,
  reply: Creator,
})

export const Act = z.object({
  id: Id,
  actorEmail: z.string(),
  act: z.string(),
  subject: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  createdAt: Timestamp,
})
export type Act = z.infer<typeof Act>

export const listActs = route({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'admin',
  summary: 'What administrators did, newest first, 50 at a time: by who, what or whom.',
  query: z.object({ q: Search, before: Id.optional() }),
  reply: z.object({ acts: z.array(Act), next: Id.nullable() }),
})
