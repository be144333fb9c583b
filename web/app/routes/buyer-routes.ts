import { getRefundEligibility } from '../../../contract/access.ts'
import { getContent, type PublicContent } from '../../../contract/content.ts'
import { getContentForEditing } from '../../../contract/content-editing.ts'
import { listMoreFromCreator } from '../../../contract/creators.ts'
import { getFreeLink } from '../../../contract/free.ts'
import { shareImageSize } from '../../../contract/image-variants.ts'
import { getInstance } from '../../../contract/instance.ts'
import { getItemUpdates } from '../../../contract/item-updates.ts'
import { getNotMe } from '../../../contract/payout-method-state.ts'
import { getAccess, getFile, getOwnedPurchase, redirectToFile } from '../../../contract/purchases.ts'
import { getReceipt } from '../../../contract/receipts.ts'
import { buildUrl } from '../../../contract/route.ts'
import { getEmailedChoice } from '../../../contract/sale-emails.ts'
import { site } from '../../../contract/site.ts'
import { getTestPurchaseFile, getTestPurchasePreview } from '../../../contract/test-purchases.ts'
import { truncate } from '../../../domain/truncate.ts'
import { inlineBackdropUrl, inlineImageUrl } from '../../shared/preview-image.tsx'
import { formatPrice } from '../../shared/price.ts'
import { paidNote } from '../../ui/still-loading.tsx'
import { PurchasesLink, SecureCheckout, ShareAction } from './header-actions.tsx'
import {
  type PageDefinition,
  type PageLocation,
  type PageMeta,
  type PageRoute,
  page,
  pageTitle,
  plainPage,
} from './page-route.ts'

const brandFromContent: PageDefinition['brand'] = ({ params }, readCached) =>
  toPageBrand(readCached(getContent, { params: { id: params.id } }))

function toPageBrand(content: Pick<PublicContent, 'brand' | 'user'> | undefined) {
  return content && { brand: content.brand, name: content.user.firstName }
}

/** `?try` opens the creator's own test purchase. */
const tip: PageDefinition = {
  load: async () => (await import('../../features/buying/tip-page/tip-page-route.tsx')).TipPageRoute,
  head: ({ params, query }, readCached) =>
    query.has('try')
      ? { title: pageTitle('Test purchase'), noIndex: true }
      : tipPageMeta(
          readCached(getContent, { params: { id: params.id } }),
          readCached(getInstance)?.publicUrl ?? '',
        ),
  prefetch: ({ params, query }) =>
    query.has('try')
      ? [buildUrl(getTestPurchasePreview, { params }), buildUrl(getContentForEditing, { params })]
      : [
          buildUrl(getContent, { params }),
          buildUrl(getOwnedPurchase, { params }),
          buildUrl(listMoreFromCreator, { params }),
        ],
  ssr: true,
  hydrate: 'islands',
  script: 'web/features/buying/tip-page/tip-page-script.ts',
  inlineStyles: 'web/ui/tip-page.css',
  inlineImages: ({ params }, readCached) => {
    const { previewImage } = readCached(getContent, { params: { id: params.id } }) ?? {}
    return previewImage ? [inlineBackdropUrl(previewImage), inlineImageUrl(previewImage)] : []
  },
  layout: 'slim',
  takesPayments: true,
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
  // The server reads the address as `/p/:id`, so this only says that it is a document.
  { path: '/@:handle/:slug', view: tip },
  {
    path: '/checkout/:id',
    view: {
      load: async () => (await import('../../features/buying/checkout/checkout-page.tsx')).CheckoutPage,
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
      takesPayments: true,
      headerAction: SecureCheckout,
      brand: brandFromContent,
    },
  },
  {
    path: '/access/:token',
    view: {
      load: async () => (await import('../../features/buying/access/access-page.tsx')).AccessPage,
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

/**
 * Error pages at the URLs of file downloads. The server answers these URLs itself and renders the page only for an
 * error, which the page reads from its prefetched response.
 */
export const failedDownloadRoutes = (): Array<PageRoute> => [
  {
    path: '/access/:token/file',
    view: plainPage('Download Failed', {
      load: async () =>
        (await import('../../features/buying/access/failed-download-page.tsx')).FailedAccessFilePage,
      prefetch: ({ params }) => [
        buildUrl(redirectToFile, { params }),
        buildUrl(getRefundEligibility, { params }),
      ],
      hydrate: 'islands',
    }),
  },
  {
    path: '/files/:orderNumber/:part/:fileName',
    view: plainPage('Download Failed', {
      load: async () =>
        (await import('../../features/buying/access/failed-download-page.tsx')).FailedFilePage,
      prefetch: ({ params }) => [buildUrl(getFile, { params, query: placeholderQuery })],
      hydrate: 'islands',
    }),
  },
  {
    path: '/files/test/:orderNumber/:part/:fileName',
    view: plainPage('Download Failed', {
      load: async () =>
        (await import('../../features/buying/access/failed-download-page.tsx')).FailedTestFilePage,
      prefetch: ({ params }) => [buildUrl(getTestPurchaseFile, { params, query: placeholderQuery })],
      hydrate: 'islands',
    }),
  },
]

/**
 * Placeholder values for the page's query key. The real signature gives access to the file and must not be in the
 * page.
 */
const placeholderQuery = { as: 'attachment', expires: '', signature: '' }

/** Pages for buyers after a purchase or for the link to a free item, and to report an item. Their forms work without a script. */
export const purchaseSupportRoutes: Array<PageRoute> = [
  {
    path: '/lost-link',
    view: {
      load: async () => (await import('../../features/buying/access/lost-link-page.tsx')).LostLinkPage,
      head: () => ({
        title: pageTitle('Lost your link?'),
        description: 'Get an email with links to everything you’ve bought here.',
      }),
      ssr: true,
      hydrate: 'islands',
      layout: 'slim',
    },
  },
  {
    path: '/pdf-reader',
    view: plainPage('PDF', {
      load: async () => (await import('../../features/buying/pdf-reader/pdf-reader-page.tsx')).PdfReaderPage,
      script: 'web/features/buying/pdf-reader/pdf-reader-script.ts',
      layout: 'frame',
    }),
  },
  {
    path: '/access/:token/receipt',
    view: plainPage('Receipt', {
      load: async () => (await import('../../features/buying/access/receipt-page.tsx')).ReceiptPage,
      prefetch: ({ params }) => [buildUrl(getReceipt, { params })],
    }),
  },
  {
    path: '/access/:token/refund',
    view: plainPage('Request a refund', {
      load: async () =>
        (await import('../../features/buying/support/refund-request-page.tsx')).RefundRequestPage,
      prefetch: ({ params }) => [buildUrl(getRefundEligibility, { params })],
    }),
  },
  {
    path: '/p/:id/check-email',
    view: plainPage('Check your email', {
      load: async () => (await import('../../features/buying/free/check-email-page.tsx')).CheckEmailPage,
      prefetch: ({ params }) => [buildUrl(getContent, { params })],
    }),
  },
  {
    path: '/free/:token',
    view: plainPage('Get it free', {
      load: async () => (await import('../../features/buying/free/free-link-page.tsx')).FreeLinkPage,
      prefetch: ({ params }) => [buildUrl(getFreeLink, { params })],
    }),
  },
  {
    path: '/stop-updates/:token',
    view: plainPage('Updates', {
      load: async () => (await import('../../features/buying/access/stop-updates-page.tsx')).StopUpdatesPage,
      prefetch: ({ params }) => [buildUrl(getItemUpdates, { params })],
    }),
  },
  {
    path: '/stop-payouts/:token',
    view: plainPage('Stop payouts', {
      load: async () => (await import('../../features/money/payouts/not-me-page.tsx')).NotMePage,
      prefetch: ({ params }) => [buildUrl(getNotMe, { params })],
    }),
  },
  {
    path: '/sale-emails/:token',
    view: plainPage('Emails', {
      load: async () =>
        (await import('../../features/earning/sale-emails/emailed-choice-page.tsx')).EmailedChoicePage,
      prefetch: ({ params }) => [buildUrl(getEmailedChoice, { params })],
    }),
  },
  {
    path: '/report/:id',
    view: plainPage('Report this item', {
      load: async () => (await import('../../features/buying/support/report-page.tsx')).ReportPage,
      prefetch: ({ params }) => [buildUrl({ path: '/api/content/:id/report' }, { params })],
    }),
  },
]

function contentIdFrom({ query }: PageLocation): string {
  return query.get('content_id') ?? ''
}

/** Pages for buyers that React renders: after a payment, and for the sandbox's confirmation. */
export const paymentReturnRoutes: Array<PageRoute> = [
  {
    path: '/success',
    view: page('Your purchase', {
      load: async () => (await import('../../features/buying/access/success-page.tsx')).SuccessPage,
      layoutPrefetch: (location) =>
        contentIdFrom(location) ? [buildUrl(getContent, { params: { id: contentIdFrom(location) } })] : [],
      layout: 'slim',
      brand: (location, readCached) =>
        toPageBrand(readCached(getContent, { params: { id: contentIdFrom(location) } })),
      waitingNote: paidNote,
    }),
  },
  {
    path: '/sandbox/authenticate',
    view: page('Confirm your payment', {
      load: async () =>
        (await import('../../features/operating/sandbox/authenticate-page.tsx')).AuthenticatePage,
      layout: 'slim',
      isSandboxOnly: true,
    }),
  },
]

/** Metadata of a shared tip link: title, creator and price. */
export function tipPageMeta(content: PublicContent | undefined, publicUrl: string): PageMeta {
  if (!content) return { title: pageTitle('Content Not Found'), noIndex: true }
  const { tipAddress, title, description, minimumChargeAmount, currency, shareImageUrl, brand, user } =
    content
  const siteName = brand?.hidesPlatformName ? (user.firstName ?? title) : undefined
  const price = formatPrice(minimumChargeAmount, content)
  return {
    title: `${title} · ${siteName ?? site().name}`,
    ...(siteName && { siteName }),
    description: [price, metaDescription(description)].filter(Boolean).join(' · '),
    image: shareImageUrl,
    imageSize: shareImageSize,
    price: { amount: minimumChargeAmount, currency },
    canonical: tipAddress,
    jsonLd: productJsonLd(content, publicUrl),
    hasOembed: true,
  }
}

/** A schema.org Product with its offer. */
function productJsonLd(content: PublicContent, publicUrl: string): Record<string, unknown> {
  const { tipAddress, title, description, minimumChargeAmount, currency, shareImageUrl, user, release } =
    content
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: title,
    ...(description && { description: metaDescription(description) }),
    image: `${publicUrl}${shareImageUrl}`,
    ...(user.firstName && { brand: { '@type': 'Brand', name: user.firstName } }),
    offers: {
      '@type': 'Offer',
      url: publicUrl + tipAddress,
      price: minimumChargeAmount,
      priceCurrency: currency,
      availability: `https://schema.org/${release ? 'PreOrder' : 'InStock'}`,
      ...(release && { availabilityStarts: release.at }),
    },
  }
}

/** Reduces text to one line of at most 160 characters. */
export function metaDescription(text: string): string {
  return truncate(text.replace(/\s+/g, ' ').trim(), 160)
}
