import { getContent } from '../../../contract/content.ts'
import { listMoreFromCreator } from '../../../contract/creators.ts'
import { getInstance } from '../../../contract/instance.ts'
import { getOwnedPurchase } from '../../../contract/ownership.ts'
import { getAccess } from '../../../contract/purchases.ts'
import { buildUrl } from '../../../contract/route.ts'
import { getTestPurchasePreview } from '../../../contract/test-purchases.ts'
import { PurchasesLink } from '../../features/access/purchases-link.tsx'
import { SecureCheckout } from '../../features/checkout/secure-checkout.tsx'
import { ShareAction } from '../../features/tip-page/share-action.tsx'
import { inlineBackdropUrl, inlineImageUrl } from '../../shared/preview-image.tsx'
import { tipPageMeta } from '../ssr/tip-page-meta.ts'
import { brandFromContent, toPageBrand } from './page-brand.ts'
import { type PageDefinition, type PageRoute, pageTitle } from './page-route.ts'

/** `?try` opens the creator's own test purchase. */
const tip: PageDefinition = {
  load: async () => (await import('../../features/tip-page/tip-page-route.tsx')).TipPageRoute,
  head: ({ params, query }, readCached) =>
    query.has('try')
      ? { title: pageTitle('Test purchase'), noIndex: true }
      : tipPageMeta(
          readCached(getContent, { params: { id: params.id } }),
          readCached(getInstance)?.publicUrl ?? '',
        ),
  prefetch: ({ params, query }) =>
    query.has('try')
      ? [buildUrl(getTestPurchasePreview, { params })]
      : [
          buildUrl(getContent, { params }),
          buildUrl(getOwnedPurchase, { params }),
          buildUrl(listMoreFromCreator, { params }),
        ],
  ssr: true,
  hydrate: 'islands',
  script: 'web/features/tip-page/tip-page-script.ts',
  inlineStyles: 'web/ui/tip-page.css',
  inlineImages: ({ params }, readCached) => {
    const { previewImage } = readCached(getContent, { params: { id: params.id } }) ?? {}
    return previewImage ? [inlineBackdropUrl(previewImage), inlineImageUrl(previewImage)] : []
  },
  layout: 'slim',
  brand: brandFromContent,
  headerAction: ShareAction,
  footerLink: ({ params }, readCached) =>
    readCached(getContent, { params: { id: params.id } }) && {
      href: `/report/${params.id}`,
      label: 'Report this item',
    },
}

/** Pages for buyers. They need no account, and only the tip page is indexed by search engines. */
export const buyerRoutes: Array<PageRoute> = [
  { path: '/p/:id', view: tip },
  { path: '/tip/:id', view: tip },
  {
    path: '/checkout/:id',
    view: {
      load: async () => (await import('../../features/checkout/checkout-page.tsx')).CheckoutPage,
      head: ({ params }, readCached) => ({
        title: pageTitle(
          readCached(getContent, { params: { id: params.id } }) ? 'Checkout' : 'Content Not Found',
        ),
        noIndex: true,
      }),
      prefetch: ({ params }) => [buildUrl(getContent, { params })],
      ssr: true,
      hydrate: 'islands',
      layout: 'slim',
      headerAction: SecureCheckout,
      brand: brandFromContent,
    },
  },
  {
    path: '/access/:token',
    view: {
      load: async () => (await import('../../features/access/access-page.tsx')).AccessPage,
      head: ({ params }, readCached) => ({
        title: pageTitle(
          readCached(getAccess, { params: { token: params.token ?? '' } })?.content.title ?? 'Your purchase',
        ),
        noIndex: true,
      }),
      prefetch: ({ params }) => [buildUrl(getAccess, { params })],
      ssr: true,
      hydrate: 'islands',
      layout: 'slim',
      headerAction: PurchasesLink,
      brand: ({ params }, readCached) =>
        toPageBrand(readCached(getAccess, { params: { token: params.token ?? '' } })?.content),
    },
  },
]
