import { PackageOpen } from 'lucide-react'
import { useParams } from 'wouter'
import { getContent } from '../../../../contract/content.ts'
import { getInstance } from '../../../../contract/instance.ts'
import { guaranteeText } from '../../../../contract/refunds.ts'
import { useApiQuery } from '../../../api/query.ts'
import { Island } from '../../../hydration/island.tsx'
import { creatorName } from '../../../shared/content-format.ts'
import { ContentNotFound } from '../../../shared/content-not-found.tsx'
import { contentsText } from '../../../shared/contents-text.ts'
import { PageLoadError } from '../../../ui/error-state.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
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
      <Island
        island={checkoutIsland}
        hydrateOn="load"
        props={{
          item: {
            id: content.id,
            kind: content.kind,
            title: content.title,
            description: content.description,
            previewImage: content.previewImage,
            previewFocus: content.previewFocus,
            currency: content.currency,
            creator: creatorName(content),
            creatorHandle: content.user.handle,
            contents: contentsText(content) ?? null,
          },
          guarantee: guaranteeText(instance.data?.refundPolicy ?? 'review'),
        }}
      />
      <CheckoutTerms />
    </>
  )
}

/** Outside the island, so that it costs no script. */
function CheckoutTerms() {
  return (
    <p className="mt-6 text-center text-ink-faint text-sm">
      By paying, you agree to our <TextLink href="/terms">terms</TextLink> and{' '}
      <TextLink href="/refunds">refund policy</TextLink>. See how we handle your data in our{' '}
      <TextLink href="/privacy">privacy policy</TextLink>.
    </p>
  )
}
