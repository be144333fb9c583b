import { Download, Ellipsis, Pause, Pencil, Play, Receipt, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { CreatorContent } from '../../../../contract/content.ts'
import {
  type Discount,
  deleteDiscount,
  exportDiscountBatch,
  listDiscounts,
  pauseDiscount,
} from '../../../../contract/discounts.ts'
import { getInstance } from '../../../../contract/instance.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { useApiMutation, useApiQuery, useInvalidateQueries } from '../../../api/query.ts'
import { showErrorToast } from '../../../shared/session-expired.ts'
import { Badge } from '../../../ui/badge.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { formatCount, formatMoney } from '../../../ui/format.ts'
import { Menu, menuItemClass } from '../../../ui/menu.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { codeLink, nameOf, rowColumns, stateLabel, whatText, whenText } from './discount-labels.ts'
import { CopyLinkButton, QrCodeButton } from './discount-link.tsx'

type DiscountRowProps = {
  discount: Discount
  /** The item of a link with a code for everything. */
  sharedItem: Pick<CreatorContent, 'tipAddress'> | undefined
}

export function DiscountRow({ discount, sharedItem }: DiscountRowProps) {
  const { batch, used, maxUses, soldAmount, currency, state } = discount
  return (
    <li
      className={`grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 border-line border-t px-4 py-3 sm:px-5 ${rowColumns}`}
    >
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-2">
          <b className={`wrap-anywhere font-semibold ${batch ? '' : 'font-mono'}`}>{nameOf(discount)}</b>
          {batch && <Badge tone="plain">{formatCount(batch.count)} codes</Badge>}
        </span>
        <span className="wrap-anywhere block text-ink-faint text-sm">{whatText(discount)}</span>
      </span>
      <span className="text-ink-faint text-sm max-md:hidden">{whenText(discount)}</span>
      <Uses used={used} max={maxUses} />
      <span className="text-right font-semibold max-md:hidden">{formatMoney(soldAmount, currency)}</span>
      <span className="justify-self-start">
        <Badge tone={state === 'active' ? 'brand' : 'plain'}>{stateLabel(discount)}</Badge>
      </span>
      <span className="col-span-2 flex flex-wrap justify-between gap-x-3 text-ink-faint text-sm md:hidden">
        <span>{`${usesText(discount)} · ${formatMoney(soldAmount, currency)}`}</span>
        <span>{whenText(discount)}</span>
      </span>
      <Actions discount={discount} sharedItem={sharedItem} />
    </li>
  )
}

/** `34 of 50 used`. */
function usesText({ used, maxUses }: Discount): string {
  return maxUses === null
    ? `${formatCount(used)} used`
    : `${formatCount(used)} of ${formatCount(maxUses)} used`
}

function Uses({ used, max }: { used: number; max: number | null }) {
  return (
    <span className="grid gap-1 max-md:hidden">
      <span className="flex justify-between gap-3 text-sm">
        <span>
          {formatCount(used)}
          <span className="sr-only"> used</span>
        </span>
        <span className="text-ink-faint">{max === null ? 'no limit' : `of ${formatCount(max)}`}</span>
      </span>
      {max !== null && <progress className="bar-progress" value={used} max={max} aria-hidden />}
    </span>
  )
}

function Actions({ discount, sharedItem }: DiscountRowProps) {
  const { id, code, batch, appliesTo, items, isPaused } = discount
  const { data: instance } = useApiQuery(getInstance)
  const [isDeleting, setIsDeleting] = useState(false)
  const refresh = useInvalidateQueries()
  const onSuccess = () => void refresh(listDiscounts)
  const onError = (error: Parameters<typeof showErrorToast>[0]) =>
    showErrorToast(error, 'Couldn’t change the discount')
  const pause = useApiMutation(pauseDiscount, { onSuccess, onError })
  const remove = useApiMutation(deleteDiscount, { onSuccess, onError })
  const item = appliesTo === 'chosen' ? items[0] : sharedItem
  const url = instance && item && codeLink(instance.publicUrl, item.tipAddress, code)
  return (
    <span className="flex items-center justify-end max-md:col-span-2 max-md:-my-1.5">
      {batch ? (
        <LinkButton
          variant="smallIcon"
          href={buildUrl(exportDiscountBatch, { params: { id } })}
          download
          aria-label={`CSV with the codes of ${batch.label}`}
        >
          <Download aria-hidden />
        </LinkButton>
      ) : (
        url && (
          <>
            <CopyLinkButton url={url} code={code} isSmall />
            <QrCodeButton url={url} code={code} isSmall />
          </>
        )
      )}
      <Menu label={`More for ${nameOf(discount)}`} button={<Ellipsis aria-hidden />}>
        {() => (
          <>
            {!batch && (
              <TextLink unstyled href={`/discounts/${id}`} className={menuItemClass}>
                <Pencil aria-hidden />
                Edit
              </TextLink>
            )}
            <button
              type="button"
              className={menuItemClass}
              onClick={() => pause.mutate({ params: { id }, body: { isPaused: !isPaused } })}
            >
              {isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
              {isPaused ? 'Resume' : 'Pause'}
            </button>
            <TextLink unstyled href={`/sales?discount=${id}`} className={menuItemClass}>
              <Receipt aria-hidden />
              Show sales
            </TextLink>
            <button type="button" className={menuItemClass} onClick={() => setIsDeleting(true)}>
              <Trash2 aria-hidden />
              Delete
            </button>
          </>
        )}
      </Menu>
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setIsDeleting}
        title={`Delete ${nameOf(discount)}?`}
        description={
          batch
            ? 'None of these codes works from then on. Sales keep theirs, and who is paying now keeps the price.'
            : 'The code stops working. Sales keep it, and who is paying now keeps the price.'
        }
        confirmLabel="Delete"
        isLoading={remove.isPending}
        onConfirm={() => remove.mutate({ params: { id } }, { onSettled: () => setIsDeleting(false) })}
      />
    </span>
  )
}
