import { Printer, SearchX } from 'lucide-react'
import { useParams } from 'wouter'
import { getPurchaseRecord, type PurchaseRecord } from '../../../contract/admin-purchases.ts'
import { useRead } from '../../api/hooks.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatMoment } from '../../ui/date-text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { Frame } from './frame.tsx'
import { Loaded } from './loaded.tsx'
import { stateTones, stateWords } from './purchases-page.tsx'
import { RecordActions } from './record-actions.tsx'
import { Entries, Facts, History, Part } from './record-parts.tsx'

/** `/admin/purchases/:id`: everything about one purchase, to help a buyer or to answer a bank. It prints on its own. */
export function RecordPage() {
  const { id = '' } = useParams()
  const read = useRead(getPurchaseRecord, { params: { id } })
  if (read.error?.status === 404 || read.error?.status === 400)
    return (
      <Frame title="Purchase Not Found">
        <EmptyState
          icon={<SearchX aria-hidden />}
          title="No purchase has this number"
          text="Look for it by e-mail address or payment id."
          action={<LinkButton href="/admin/purchases">Search purchases</LinkButton>}
        />
      </Frame>
    )
  return (
    <Frame
      title={`Order ${id}`}
      action={
        <Button variant="ghost" className="print:hidden" onClick={() => window.print()}>
          <Printer aria-hidden />
          Print
        </Button>
      }
    >
      <Loaded read={read} what="The purchase">
        {(record) => <Record record={record} />}
      </Loaded>
    </Frame>
  )
}

function Record({ record }: { record: PurchaseRecord }) {
  const { purchase, access, mails, disputes, refunds } = record
  const money = (amount: string) => formatMoney(amount, purchase.currency)
  return (
    <div className="grid items-start gap-[18px] lg:grid-cols-[minmax(0,1fr)_340px] print:block">
      <div className="grid gap-[18px] print:block">
        <Part title="The purchase">
          <p className="flex flex-wrap gap-2">
            <Badge tone={stateTones[purchase.state]}>{stateWords[purchase.state]}</Badge>
            <Badge tone={access.state === 'open' ? 'brand' : 'danger'}>
              {access.state === 'open' ? 'Access open' : 'Access closed'}
            </Badge>
            {purchase.doubleOf !== null && <Badge tone="warn">Bought twice</Badge>}
          </p>
          <Facts
            facts={[
              ['Item', purchase.title],
              ['Kind', [purchase.kind, purchase.fileName].filter(Boolean).join(', ')],
              ['Description', purchase.description],
              ['Buyer', purchase.email || 'No address'],
              ['Creator', [purchase.creator.name, purchase.creator.email].filter(Boolean).join(', ')],
              ['Paid', `${money(purchase.amount)}, ${formatMoment(purchase.paidAt)}`],
              ['Platform fee', money(purchase.fee)],
              ["Creator's share", money(purchase.share)],
              ['Refunded', money(purchase.refunded)],
              ['Held by the bank', money(purchase.disputed)],
              ['Payment', `${purchase.paymentId} (${purchase.provider})`],
              ['First opened', access.openedAt ? formatMoment(access.openedAt) : 'Not opened yet'],
              ['Access closed', access.revokedAt ? closedWords(access) : ''],
              ['Came from', purchase.source],
              [
                'Name and message',
                [purchase.supporterName, purchase.supporterMessage].filter(Boolean).join(': '),
              ],
            ]}
          />
        </Part>
        <Part title="What happened">
          <History events={record.events} />
        </Part>
        <Part title="Ledger entries">
          <Entries entries={record.entries} currency={purchase.currency} />
        </Part>
        {(refunds.length > 0 || disputes.length > 0) && (
          <Part title="Refunds and disputes">
            <Facts
              facts={[
                ...refunds.map(({ at, amount, state, by, reason }): [string, string] => [
                  `Refund, ${formatMoment(at)}`,
                  `${money(amount)} by ${by}, ${state}. ${reason}`,
                ]),
                ...disputes.map(({ at, amount, state, reason }): [string, string] => [
                  `Dispute, ${formatMoment(at)}`,
                  `${money(amount)}, ${state}. ${reason ?? ''}`,
                ]),
              ]}
            />
          </Part>
        )}
        <Part title="Mails">
          {mails.length === 0 ? (
            <p className="text-ink-soft">No mail was written about it.</p>
          ) : (
            <Facts
              facts={mails.map(({ kind, recipient, createdAt, sentAt }): [string, string] => [
                `${kind}, ${formatMoment(createdAt)}`,
                `${recipient}, ${sentAt ? `sent ${formatMoment(sentAt)}` : 'not sent yet'}`,
              ])}
            />
          )}
        </Part>
      </div>
      <RecordActions record={record} />
    </div>
  )
}

function closedWords({ revokedAt, revokedFor, revokedReason }: PurchaseRecord['access']): string {
  const when = revokedAt ? formatMoment(revokedAt) : ''
  return [`${when} (${revokedFor ?? 'unknown'})`, revokedReason].filter(Boolean).join(': ')
}
