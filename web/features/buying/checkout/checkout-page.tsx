import { CalendarDays, PackageOpen } from 'lucide-react'
import { useParams } from 'wouter'
import { getContent } from '../../../../contract/content.ts'
import { getInstance } from '../../../../contract/instance.ts'
import { guaranteeText } from '../../../../contract/refunds.ts'
import type { Release } from '../../../../contract/releases.ts'
import { useApiQuery } from '../../../api/query.ts'
import { Island } from '../../../hydration/island.tsx'
import { creatorName } from '../../../shared/content-format.ts'
import { ContentNotFound } from '../../../shared/content-not-found.tsx'
import { contentsText } from '../../../shared/contents-text.ts'
import { PageLoadError } from '../../../ui/error-state.tsx'
import { checkoutIsland } from './checkout.island.tsx'

/** The order summary and the payment, which are one island. Nothing else on the page needs React. */
export function CheckoutPage() {
  const { id = '' } = useParams()
  const instance = useApiQuery(getInstance)
  const { data: content, error } = useApiQuery(getContent, { params: { id } })

  if (!content && error && error.status >= 500)
    return (
      <PageLoadError
        icon={<PackageOpen aria-hidden />}
        href={`/checkout/${id}`}
        reassurance="you weren’t charged"
      />
    )
  if (!content) return <ContentNotFound purchasePrompt="Already paid?" />
  return (
    <>
      <h1 className="sr-only">Checkout</h1>
      {content.release && <ReleaseNotice release={content.release} />}
      <Island
        island={checkoutIsland}
        hydrateOn="load"
        props={{
          item: {
            id: content.id,
            tipAddress: content.tipAddress,
            title: content.title,
            description: content.description,
            previewImage: content.previewImage,
            previewFocus: content.previewFocus,
            pond: content.pond,
            currency: content.currency,
            creator: creatorName(content),
            creatorHandle: content.user.handle,
            contents: contentsText(content) ?? null,
            delivery: content.release
              ? `Yours on ${content.release.shortDay}, on any device`
              : 'Yours right after payment, on any device',
          },
          guarantee: guaranteeText(instance.data?.refundPolicy ?? 'review'),
        }}
      />
    </>
  )
}

/** The day that is paid for. Outside the island, so that it costs no script. */
function ReleaseNotice({ release: { full, refundDay } }: { release: Release }) {
  return (
    <p className="mb-5 flex items-start gap-2.5 rounded-md bg-sunken px-4 py-3">
      <CalendarDays aria-hidden className="mt-0.5 size-5 shrink-0" />
      <span>
        {`It comes on ${full}. Full refund anytime before, and automatically if it isn’t out by ${refundDay}.`}
      </span>
    </p>
  )
}
