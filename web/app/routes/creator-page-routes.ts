import type { CreatorPage } from '../../../contract/creators.ts'
import { buildUrl } from '../../../contract/route.ts'
import { getCreator, getFollower, getInstance } from '../../api/calls.ts'
import { type PageDefinition, type PageMeta, type PageRoute, pageTitle } from './page-route.ts'

const creatorPage: PageDefinition = {
  load: async () => (await import('../../features/creators/creator-page.tsx')).CreatorPage,
  head: ({ params }, readCached) =>
    creatorMeta(
      readCached(getCreator, { params: { handle: params.handle ?? '' } }),
      readCached(getInstance)?.publicUrl ?? '',
    ),
  prefetch: ({ params }) => [buildUrl(getCreator, { params })],
  redirect: ({ params }, readCached) => {
    const handle = readCached(getCreator, { params: { handle: params.handle ?? '' } })?.handle
    return handle !== undefined && handle !== params.handle ? `/@${handle}` : undefined
  },
  ssr: true,
  hydrate: 'none',
  layout: 'slim',
  isCacheable: 'non-buyers',
  isQueryName: (name) => ['category', 'follow', 'email'].includes(name),
  brand: ({ params }, readCached) => {
    const creator = readCached(getCreator, { params: { handle: params.handle ?? '' } })
    return creator && { brand: creator.brand, name: creator.name }
  },
}

/** A creator's page, and the pages of followers' emails. Plain forms that work without a script. */
export const creatorPageRoutes: Array<PageRoute> = [
  { path: '/@:handle', view: creatorPage },
  {
    path: '/following/:token',
    view: {
      load: async () => (await import('../../features/creators/follower-page.tsx')).FollowingPage,
      head: () => ({ title: pageTitle('Follow'), noIndex: true }),
      prefetch: ({ params }) => [buildUrl(getFollower, { params })],
      ssr: true,
      hydrate: 'none',
      layout: 'slim',
    },
  },
  {
    path: '/unfollow/:token',
    view: {
      load: async () => (await import('../../features/creators/follower-page.tsx')).UnfollowPage,
      head: () => ({ title: pageTitle('Unsubscribe'), noIndex: true }),
      prefetch: ({ params }) => [buildUrl(getFollower, { params })],
      ssr: true,
      hydrate: 'none',
      layout: 'slim',
    },
  },
]

/** Metadata of a creator's page: the name, the bio, and the photo as the image of link previews. */
function creatorMeta(creator: CreatorPage | undefined, publicUrl: string): PageMeta {
  if (!creator) return { title: pageTitle('Creator Not Found'), noIndex: true }
  const { name, handle, bio, photoUrl, links, brand } = creator
  const description = bio.replace(/\s+/g, ' ').slice(0, 160) || `See what ${name} has published.`
  return {
    title: brand?.hidesPlatformName ? name : pageTitle(`${name} (@${handle})`),
    ...(brand?.hidesPlatformName && { siteName: name }),
    description,
    image: photoUrl,
    canonical: `/@${handle}`,
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'ProfilePage',
      mainEntity: {
        '@type': 'Person',
        name,
        alternateName: `@${handle}`,
        url: `${publicUrl}/@${handle}`,
        ...(bio && { description }),
        ...(photoUrl && { image: `${publicUrl}${photoUrl}` }),
        ...(links.length > 0 && { sameAs: links }),
      },
    },
  }
}
