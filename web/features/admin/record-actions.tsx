import {
  closeAccessAsAdmin,
  findPurchases,
  getPurchaseRecord,
  type PurchaseRecord,
  reopenAccessAsAdmin,
  settleDouble,
} from '../../../contract/admin-purchases.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { ActForm } from './act-form.tsx'
import { RefundCard } from './refund-card.tsx'
import { useAct } from './use-act.ts'

const changes = [getPurchaseRecord, findPurchases]
type ActionsProps = { record: PurchaseRecord }

/** What an administrator can do about a purchase. Each act is written down. */
export function RecordActions({ record }: ActionsProps) {
  const { purchase, access } = record
  return (
    <div className="grid gap-[18px] print:hidden">
      {purchase.doubleOf !== null && <Double record={record} />}
      {Number(purchase.refundable) > 0 ? (
        <RefundCard key={purchase.refundable} purchase={purchase} />
      ) : (
        <Card>
          <h2 className="text-xl">Refund</h2>
          <p className="mt-2 text-ink-soft">Nothing is left to pay back, or a refund is on its way.</p>
        </Card>
      )}
      {access.state === 'open' ? <CloseAccess record={record} /> : <Reopen record={record} />}
    </div>
  )
}

function CloseAccess({ record: { purchase } }: ActionsProps) {
  const close = useAct(closeAccessAsAdmin, { said: 'Access is closed', changes })
  return (
    <Card>
      <details>
        <summary className="min-h-11 content-center font-semibold">Close the buyer&apos;s access</summary>
        <ActForm
          schema={closeAccessAsAdmin.body}
          act={close}
          send={(body) => close.mutate({ params: { id: purchase.id }, body })}
          button="Close access"
          tone="ghost"
          className="mt-3"
        >
          <Field label="Why it is closed" name="reason" hint="The buyer reads it on their page.">
            <Textarea />
          </Field>
        </ActForm>
      </details>
    </Card>
  )
}

function Reopen({ record: { purchase, access } }: ActionsProps) {
  const reopen = useAct(reopenAccessAsAdmin, { said: 'Access is open again', changes })
  if (!access.mayReopen) return null
  return (
    <Card className="grid gap-3">
      <h2 className="text-xl">Access</h2>
      <p className="text-ink-soft">It was closed{access.revokedReason && `: ${access.revokedReason}`}</p>
      <Button
        variant="ghost"
        busy={reopen.isPending}
        onClick={() => reopen.mutate({ params: { id: purchase.id } })}
      >
        Open it again
      </Button>
    </Card>
  )
}

function Double({ record: { purchase } }: ActionsProps) {
  const settle = useAct(settleDouble, { said: 'The flag is gone', changes })
  return (
    <Card className="grid gap-3">
      <h2 className="text-xl">Bought twice</h2>
      <p className="text-ink-soft">
        The same item was bought with this address before. Refund one of the two, or say that it is all right.
      </p>
      <div className="flex flex-wrap gap-3">
        <LinkButton variant="ghost" href={`/admin/purchases/${purchase.doubleOf}`}>
          Open the first
        </LinkButton>
        <Button
          variant="ghost"
          busy={settle.isPending}
          onClick={() => settle.mutate({ params: { id: purchase.id } })}
        >
          It is all right
        </Button>
      </div>
    </Card>
  )
}
