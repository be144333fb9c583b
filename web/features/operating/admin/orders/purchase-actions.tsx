import { useState } from 'react'
import * as z from 'zod/mini'
import {
  AdminEmailCorrectionInput,
  AdminRefundInput,
  AdminRevocationInput,
  correctPurchaseEmailAsAdmin,
  dismissDuplicate,
  getPurchaseDetail,
  type PurchaseDetail,
  previewRefundAsAdmin,
  refundAsAdmin,
  restoreAccessAsAdmin,
  revokeAccessAsAdmin,
  searchPurchases,
} from '../../../../../contract/admin-purchases.ts'
import { useApiQuery } from '../../../../api/query.ts'
import { EmailField } from '../../../../shared/email-field.tsx'
import { parseRefundAmount, RefundAmountField, RefundPreview } from '../../../../shared/refund-fields.tsx'
import { Button, LinkButton } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Disclosure } from '../../../../ui/disclosure.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Form } from '../../../../ui/form.tsx'
import { formatMoney } from '../../../../ui/format.ts'
import { Textarea } from '../../../../ui/input.tsx'
import { ActionForm } from '../admin-list.tsx'
import { useAdminAction } from '../use-admin-action.ts'

const invalidates = [getPurchaseDetail, searchPurchases]
type ActionsProps = { purchaseRecord: PurchaseDetail }

/** Admin actions on a purchase. Each is written to the audit log. */
export function PurchaseActions({ purchaseRecord }: ActionsProps) {
  const { purchase, access } = purchaseRecord
  return (
    <div className="grid gap-[18px] print:hidden">
      {purchase.duplicateOf !== null && <DuplicatePurchase purchaseRecord={purchaseRecord} />}
      {Number(purchase.refundableAmount) > 0 ? (
        <RefundCard key={purchase.refundableAmount} purchase={purchase} />
      ) : (
        <Card>
          <h2 className="text-xl">Refund</h2>
          <p className="mt-2 text-ink-soft">
            There’s nothing left to refund, or a refund is already in progress.
          </p>
        </Card>
      )}
      {purchase.email && <CorrectEmail purchaseRecord={purchaseRecord} />}
      {access.state === 'active' ? (
        <RevokeAccess purchaseRecord={purchaseRecord} />
      ) : (
        <RestoreAccess purchaseRecord={purchaseRecord} />
      )}
    </div>
  )
}

function CorrectEmail({ purchaseRecord: { purchase } }: ActionsProps) {
  const correct = useAdminAction(correctPurchaseEmailAsAdmin, {
    successMessage: 'Address corrected',
    invalidates,
  })
  return (
    <Card>
      <Disclosure summary={<span className="font-semibold">Correct the email address</span>}>
        <ActionForm
          schema={AdminEmailCorrectionInput}
          mutation={correct}
          onSubmit={(body) => correct.mutate({ params: { id: purchase.id }, body })}
          submitLabel="Correct address"
          tone="secondary"
          className="mt-3"
        >
          <EmailField
            key={purchase.email}
            email=""
            hint="We’ll send a new access link there and tell the old address. Links sent before will stop working."
          />
          <Field label="Reason" name="reason" hint="Only the audit log has it.">
            <Textarea />
          </Field>
        </ActionForm>
      </Disclosure>
    </Card>
  )
}

function RevokeAccess({ purchaseRecord: { purchase } }: ActionsProps) {
  const revoke = useAdminAction(revokeAccessAsAdmin, { successMessage: 'Access revoked', invalidates })
  return (
    <Card>
      <Disclosure summary={<span className="font-semibold">Revoke the buyer’s access</span>}>
        <ActionForm
          schema={AdminRevocationInput}
          mutation={revoke}
          onSubmit={(body) => revoke.mutate({ params: { id: purchase.id }, body })}
          submitLabel="Revoke access"
          tone="secondary"
          className="mt-3"
        >
          <Field label="Reason" name="reason" hint="The buyer will see this on their page.">
            <Textarea />
          </Field>
        </ActionForm>
      </Disclosure>
    </Card>
  )
}

function RestoreAccess({ purchaseRecord: { purchase, access } }: ActionsProps) {
  const restore = useAdminAction(restoreAccessAsAdmin, { successMessage: 'Access restored', invalidates })
  if (!access.canRestoreAccess) return null
  return (
    <Card className="grid gap-3">
      <h2 className="text-xl">Access</h2>
      <p className="text-ink-soft">
        Access was revoked{access.revocationMessage && `: ${access.revocationMessage}`}
      </p>
      <Button
        variant="secondary"
        isLoading={restore.isPending}
        onClick={() => restore.mutate({ params: { id: purchase.id } })}
      >
        Restore access
      </Button>
    </Card>
  )
}

function DuplicatePurchase({ purchaseRecord: { purchase } }: ActionsProps) {
  const dismiss = useAdminAction(dismissDuplicate, { successMessage: 'Flag removed', invalidates })
  return (
    <Card className="grid gap-3">
      <h2 className="text-xl">Possible duplicate</h2>
      <p className="text-ink-soft">
        This email address has bought the same item before. Refund one of the two, or mark it as not a
        duplicate.
      </p>
      <div className="flex flex-wrap gap-3">
        <LinkButton variant="secondary" href={`/admin/purchases/${purchase.duplicateOf}`}>
          Open first purchase
        </LinkButton>
        <Button
          variant="secondary"
          isLoading={dismiss.isPending}
          onClick={() => dismiss.mutate({ params: { id: purchase.id } })}
        >
          Not a duplicate
        </Button>
      </div>
    </Card>
  )
}

type RefundCardProps = { purchase: PurchaseDetail['purchase'] }

/** The amount, the reason and the effect on the creator's balance, before the refund is confirmed. */
function RefundCard({ purchase }: RefundCardProps) {
  const { id, refundableAmount, refunded, currency } = purchase
  const [amount, setAmount] = useState(refundableAmount)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const refund = useAdminAction(refundAsAdmin, {
    successMessage: 'Refunded',
    invalidates: [getPurchaseDetail, searchPurchases],
  })
  const parsed = parseRefundAmount(amount, purchase)
  const validAmount = 'amount' in parsed ? parsed.amount : undefined
  const problem = 'problem' in parsed ? parsed.problem : undefined
  const preview = useApiQuery(previewRefundAsAdmin, {
    params: { id },
    query: { amount: validAmount },
    enabled: validAmount !== undefined,
  })
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">Refund</h2>
      <Form
        schema={z.pick(AdminRefundInput, { reason: true })}
        onSubmit={({ reason }) => {
          setIsSubmitted(true)
          if (validAmount !== undefined && !refund.isPending)
            refund.mutate({ params: { id }, body: { amount: validAmount, refunded, reason } })
        }}
        errors={refund.error?.fields}
        className="grid gap-4"
      >
        <RefundAmountField
          payment={purchase}
          value={amount}
          onChange={setAmount}
          error={(isSubmitted ? problem : undefined) ?? refund.error?.fields.amount}
        />
        <Field label="Reason" name="reason" hint="The buyer will see this.">
          <Textarea />
        </Field>
        <RefundPreview amount={validAmount} currency={currency} query={preview} balanceOwner="Their" />
        <Button type="submit" variant="danger" isLoading={refund.isPending}>
          {validAmount === undefined ? 'Refund' : `Refund ${formatMoney(validAmount, currency)}`}
        </Button>
      </Form>
    </Card>
  )
}
