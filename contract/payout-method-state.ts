import * as z from 'zod/mini'
import { Currency, DecimalString } from './money.ts'
import { PayoutMethod, type SkipReason } from './payouts.ts'
import { defineRoute } from './route.ts'
import { Timestamp } from './schemas.ts'

/** Those that a creator can end, of which an admin reminds them. */
export const reminderReasons = [
  'payout_method_missing',
  'payee_details_missing',
  'confirmation_needed',
] as const satisfies ReadonlyArray<SkipReason>
export type ReminderReason = (typeof reminderReasons)[number]

/** Why a creator is asked whether their payout details are right. */
export const confirmReasons = ['returned', 'not_me'] as const
export type ConfirmReason = (typeof confirmReasons)[number]

const PayoutMethodState = z.object({
  /** Runs skip the creator until they say whether the details are right; null when nothing is asked. */
  confirm: z.nullable(
    z.object({
      reason: z.enum(confirmReasons),
      /** The payout that came back. */
      payout: z.nullable(
        z.object({
          amount: DecimalString,
          currency: Currency,
          returnedAt: Timestamp,
          /** The admin’s words. */
          message: z.nullable(z.string()),
        }),
      ),
    }),
  ),
  /** When changed details are used; null when they are. */
  usedFrom: z.nullable(Timestamp),
  /** Where payouts go until then; null when they wait. */
  usedUntilThen: z.nullable(z.object({ payoutMethod: PayoutMethod, payoutEmail: z.string() })),
  /** When a connected account is used that replaces another payout method. */
  transfersFrom: z.nullable(Timestamp),
  /** The page of *It wasn’t me*, while something waits. */
  notMePath: z.nullable(z.string()),
})
export type PayoutMethodState = z.infer<typeof PayoutMethodState>

export const getPayoutMethodState = defineRoute({
  method: 'GET',
  path: '/api/payout/method-state',
  auth: 'creator',
  summary: 'Returns whether changed payout details wait, and whether the creator has to confirm them.',
  response: PayoutMethodState,
})

export const confirmPayoutMethod = defineRoute({
  method: 'POST',
  path: '/api/payout/confirm',
  auth: 'creator',
  summary: 'Confirms the payout details after a payout came back, so that the next run uses them.',
  response: PayoutMethodState,
})

/** Proves that the caller reads the emails of a creator. */
const NotMeParams = z.object({ token: z.string().check(z.maxLength(200)) })

export const getNotMe = defineRoute({
  method: 'GET',
  path: '/api/stop-payouts/:token',
  auth: 'public',
  summary: 'Returns whether payouts of the creator whom an emailed link names are stopped. Changes nothing.',
  params: NotMeParams,
  response: z.object({ isStopped: z.boolean() }),
})

export const stopPayouts = defineRoute({
  method: 'POST',
  path: '/stop-payouts/:token',
  auth: 'public',
  transport: 'urlencoded',
  summary:
    'A creator says that a change of their payout details wasn’t theirs: the details of before are back, payouts stop, and every browser is signed out.',
  params: NotMeParams,
  body: z.object({}),
})
