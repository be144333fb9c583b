import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  LicenseReason,
  listSaleLicenses,
  replaceLicense,
  revokeLicense,
  type SaleLicense,
} from '../../../../contract/licenses.ts'
import { limits } from '../../../../contract/limits.ts'
import type { OrderNumber } from '../../../../contract/order-number.ts'
import { buildUrl } from '../../../../contract/route.ts'
import type { SaleDetail } from '../../../../contract/sales.ts'
import { queryKeyFor, useApiMutation, useApiQuery } from '../../../api/query.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { formatLongDate } from '../../../ui/format.ts'
import { Textarea } from '../../../ui/input.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { toast } from '../../../ui/toast.ts'

type Change = { license: SaleLicense; verb: 'replace' | 'revoke' }

/** The license keys of a sale, and those that its buyer waits for. Nothing for a sale without. */
export function SaleLicensesSection({ sale: { id: saleId, awaitedKeys } }: { sale: SaleDetail }) {
  const { data: licenses = [] } = useApiQuery(listSaleLicenses, { params: { id: saleId } })
  const count = licenses.length + awaitedKeys.length
  const [change, setChange] = useState<Change>()
  if (count === 0) return null
  return (
    <section aria-labelledby="sale-licenses" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 id="sale-licenses" className="text-lg">
        {count === 1 ? 'License key' : 'License keys'}
      </h3>
      <ul className="grid gap-4">
        {awaitedKeys.map(({ contentId, title, until }) => (
          <li key={contentId} className="grid gap-1">
            {count > 1 && <p className="wrap-anywhere">{title}</p>}
            <p className="text-warn">
              The buyer is waiting for a key.{' '}
              <TextLink href={`/edit/${contentId}/license-keys`}>Add one</TextLink> before{' '}
              <LocalTime iso={until} format="time" />, or we’ll refund the sale.
            </p>
          </li>
        ))}
        {licenses.map((license) => (
          <li key={license.id} className="grid gap-2">
            {count > 1 && <p className="wrap-anywhere">{license.title}</p>}
            <code
              className={`wrap-anywhere font-mono font-semibold ${license.revokedAt ? 'text-ink-faint line-through' : ''}`}
            >
              {license.key}
            </code>
            <p className="wrap-anywhere text-ink-soft text-sm">{stateText(license)}</p>
            <div className="flex flex-wrap gap-3">
              <Button variant="secondary" onClick={() => setChange({ license, verb: 'replace' })}>
                New key
              </Button>
              {license.revokedAt === null && (
                <Button variant="secondary" onClick={() => setChange({ license, verb: 'revoke' })}>
                  Revoke
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {change && <ChangeDialog saleId={saleId} {...change} onClose={() => setChange(undefined)} />}
    </section>
  )
}

function stateText({ revokedAt, revocationReason, expiresAt, devices, maxDevices }: SaleLicense): string {
  if (revokedAt !== null) return `Revoked ${formatLongDate(revokedAt)}. The buyer sees: “${revocationReason}”`
  const used = maxDevices === null ? `${devices}` : `${devices} of ${maxDevices}`
  const end = expiresAt === null ? 'Doesn’t expire' : `Until ${formatLongDate(expiresAt)}`
  return `${used} ${devices === 1 && maxDevices === null ? 'device' : 'devices'} in use. ${end}.`
}

const words = {
  replace: {
    title: 'Give a new key?',
    description: 'The old key stops right away. Devices stay. We’ll email the new one to the buyer.',
    label: 'Give a new key',
    done: 'New key sent',
  },
  revoke: {
    title: 'Revoke this key?',
    description: 'The key stops right away. No money moves, and the buyer keeps the rest of the purchase.',
    label: 'Revoke key',
    done: 'Key revoked',
  },
}

type DialogProps = Change & { saleId: OrderNumber; onClose: () => void }

function ChangeDialog({ saleId, license: { id }, verb, onClose }: DialogProps) {
  const client = useQueryClient()
  const { title, description, label, done } = words[verb]
  const mutation = useApiMutation(verb === 'replace' ? replaceLicense : revokeLicense, {
    onSuccess: (licenses) => {
      client.setQueryData(queryKeyFor(buildUrl(listSaleLicenses, { params: { id: saleId } })), licenses)
      toast({ title: done, description: 'The buyer sees your reason.', tone: 'success' })
      onClose()
    },
  })
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      <Form
        schema={LicenseReason}
        onSubmit={(body) => mutation.isPending || mutation.mutate({ params: { id }, body })}
        errors={mutation.error?.fields}
        className="grid gap-5"
      >
        <Field label="Reason" name="reason" hint="The buyer will see this.">
          <Textarea rows={3} maxLength={limits.maxReasonLength} />
        </Field>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant={verb === 'revoke' ? 'danger' : 'primary'}
            isLoading={mutation.isPending}
          >
            {label}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
