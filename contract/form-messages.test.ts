import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { signInWithCode, updateProfile } from './accounts.ts'
import { resolveAlert, suspendCreator } from './admin-overview.ts'
import { ContentFormFields } from './content.ts'
import { sendFeedback } from './feedback.ts'
import { takeDownContent } from './moderation.ts'
import { markPayoutPaid, markPayoutReturned } from './payout-runs.ts'
import { setPayoutMethod } from './payouts.ts'
import { decideRefundRequest } from './refunds.ts'
import { refundSale, revokeAccess } from './sales.ts'
import { addPasskey, confirmEmailChange, renamePasskey, requestEmailChange } from './settings.ts'

/** Every schema that a form validates in the browser, with its text fields. */
const forms: Array<[z.ZodMiniObject, ...Array<string>]> = [
  [signInWithCode.body, 'email', 'code'],
  [updateProfile.body, 'firstName', 'handle'],
  [requestEmailChange.body, 'email'],
  [confirmEmailChange.body, 'oldCode', 'newCode'],
  [addPasskey.body, 'name'],
  [renamePasskey.body, 'name'],
  [setPayoutMethod.body, 'payoutMethod', 'payoutEmail'],
  [sendFeedback.body, 'subject', 'message'],
  [ContentFormFields, 'title', 'description', 'price', 'linkUrl', 'textContent', 'suggestedAmounts'],
  [refundSale.body, 'reason', 'amount'],
  [revokeAccess.body, 'reason'],
  [decideRefundRequest.body, 'reason', 'amount'],
  [suspendCreator.body, 'reason'],
  [takeDownContent.body, 'reason'],
  [resolveAlert.body, 'resolutionNote'],
  [markPayoutPaid.body, 'reference', 'notes'],
  [markPayoutReturned.body, 'notes'],
]

test('every error of a text field has its own message', () => {
  // The browser loads no locale for the library's default messages.
  const defaultMessage = z.string().check(z.maxLength(1)).safeParse('ab').error?.issues[0]?.message
  const inputs = ['', ' ', 'x', '-1', 'x'.repeat(200_000)]

  const errors = forms.flatMap(([schema, ...fields]) =>
    fields.flatMap((field) =>
      inputs.map(
        (text) => z.safeParse(z.pick(schema, { [field]: true }), { [field]: text }).error?.issues[0],
      ),
    ),
  )

  expect(defaultMessage).toBe('Invalid input')
  expect(errors.filter(Boolean).length).toBeGreaterThan(30)
  expect(errors.filter((issue) => issue?.message === defaultMessage)).toEqual([])
})
