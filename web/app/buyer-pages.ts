import type { PublicContent } from '../../contract/content.ts'
import { urlOf } from '../../contract/route.ts'
import { getAccess, getContent, getInstance, getTrial } from '../api/calls.ts'
import { isAskedName } from '../features/content/asked.ts'
import { ShareButton } from '../features/content/share-button.tsx'
import { type Entry, type Place, titled, type View } from './page.ts'
import { tipHead } from './tip-head.ts'

const contentBrand: View['brand'] = ({ params }, found) =>
  brandIn(found(getContent, { params: { id: params.id } }))

function brandIn(content: PublicContent | undefined) {
  return content && { brand: content.brand, name: content.user.firstName }
}

/** What a success page is about. */
function contentOf({ query }: Place): string {
  return query.get('content_id') ?? ''
}

/** `?try` is the creator's own look at it. */
const tip: View = {
  load: async () => (await import('../features/content/tip-entry.tsx')).TipEntry,
  head: ({ params, query }, found) =>
    query.has('try')
      ? { title: titled('Test purchase'), hidden: true }
      : tipHead(found(getContent, { params: { id: params.id } }), found(getInstance)?.publicUrl ?? ''),
  reads: ({ params, query }) => [urlOf(query.has('try') ? getTrial : getContent, { params })],
  ssr: true,
  script: 'web/features/content/tip-island.ts',
  frame: 'slim',
  shared: 'everybody',
  isQueryName: (name) => name === 'try' || isAskedName(name),
  brand: contentBrand,
  action: ShareButton,
}

/** What a fan can open: no account, and nothing of it but the tip page is for search engines. */
export const buyerEntries: Array<Entry> = [
  { path: '/p/:id', view: tip },
  { path: '/tip/:id', view: tip },
  {
    path: '/checkout/:id',
    view: {
      load: async () => (await import('../features/purchases/checkout-page.tsx')).CheckoutPage,
      head: ({ params }, found) => ({
        title: titled(found(getContent, { params: { id: params.id } }) ? 'Checkout' : 'Content Not Found'),
        hidden: true,
      }),
      reads: ({ params }) => [urlOf(getContent, { params })],
      ssr: true,
      script: 'web/features/purchases/checkout-island.ts',
      frame: 'slim',
      brand: contentBrand,
    },
  },
  {
    path: '/success',
    view: {
      load: async () => (await import('../features/purchases/success-page.tsx')).SuccessPage,
      head: () => ({ title: titled('Your purchase'), hidden: true }),
      frameReads: (place) =>
        contentOf(place) ? [urlOf(getContent, { params: { id: contentOf(place) } })] : [],
      ssr: false,
      script: 'react',
      frame: 'slim',
      brand: (place, found) => brandIn(found(getContent, { params: { id: contentOf(place) } })),
    },
  },
  {
    path: '/access/:token',
    view: {
      load: async () => (await import('../features/purchases/access-page.tsx')).AccessPage,
      head: ({ params }, found) => ({
        title: titled(
          found(getAccess, { params: { token: params.token ?? '' } })?.content.title ?? 'Your purchase',
        ),
        hidden: true,
      }),
      reads: ({ params }) => [urlOf(getAccess, { params })],
      ssr: true,
      script: 'web/features/purchases/access-island.ts',
      frame: 'slim',
      brand: ({ params }, found) =>
        brandIn(found(getAccess, { params: { token: params.token ?? '' } })?.content),
    },
  },
  {
    path: '/sandbox/authenticate',
    view: {
      load: async () => (await import('../features/sandbox/authenticate-page.tsx')).AuthenticatePage,
      head: () => ({ title: titled('Confirm your payment'), hidden: true }),
      ssr: false,
      script: 'react',
      frame: 'slim',
      sandbox: true,
    },
  },
]
