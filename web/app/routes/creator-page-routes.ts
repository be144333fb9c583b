import { type CreatorPage, getCreator, getFollower } from '../../../contract/creators.ts'
import { shareImageSize } from '../../../contract/image-variants.ts'
import { getInstance } from '../../../contract/instance.ts'
import { buildUrl } from '../../../contract/route.ts'
import { sortOf } from '../../features/selling/creators/creator-sort.ts'
import { ShareCreatorAction } from '../../features/selling/creators/share-creator-action.tsx'
import { metaDescription } from './buyer-routes.ts'
import {
  type PageDefinition,
  type PageLocation,
  type PageMeta,
  type PageRoute,
  pageTitle,
  plainPage,
} from './page-route.ts'

function creatorRequest({ params, query }: PageLocation) {
  return { params: { handle: params.handle ?? '' }, query: { sort: sortOf(query) } }
}

const publicCreatorPage: PageDefinition = {
  load: async () => (await import('../../features/selling/creators/creator-page.tsx')).CreatorPage,
  head: (location, readCached) =>
    creatorMeta(readCached(getCreator, creatorRequest(location)), readCached(getInstance)?.publicUrl ?? ''),
  prefetch: (location) => [buildUrl(getCreator, creatorRequest(location))],
  redirect: (location, readCached) => {
    const handle = readCached(getCreator, creatorRequest(location))?.handle
    return handle !== undefined && handle !== location.params.handle ? `/@${handle}` : undefined
  },
  ssr: true,
  hydrate: 'islands',
  layout: 'slim',
  headerAction: ShareCreatorAction,
  brand: (location, readCached) => {
    const creator = readCached(getCreator, creatorRequest(location))
    return creator && { brand: creator.brand, name: creator.name }
  },
}

/** A creator's page, and the pages of followers' emails. Plain forms that work without a script. */
export const creatorPageRoutes: Array<PageRoute> = [
  { path: '/@:handle', view: publicCreatorPage },
  {
    path: '/following/:token',
    view: plainPage('Follow', {
      load: async () => (await import('../../features/selling/creators/follower-page.tsx')).FollowingPage,
      prefetch: ({ params }) => [buildUrl(getFollower, { params })],
    }),
  },
  {
    path: '/unfollow/:token',
    view: plainPage('Unsubscribe', {
      load: async () => (await import('../../features/selling/creators/follower-page.tsx')).UnfollowPage,
      prefetch: ({ params }) => [buildUrl(getFollower, { params })],
    }),
  },
]

/** Metadata of a creator's page: the name, the bio, and the generated image for link previews. */
function creatorMeta(creator: CreatorPage | undefined, publicUrl: string): PageMeta {
  if (!creator) return { title: pageTitle('Creator Not Found'), noIndex: true }
  const { name, handle, bio, photoUrl, shareImageUrl, links, brand } = creator
  const description = metaDescription(bio) || `See what ${name} has published.`
  return {
    title: brand?.hidesPlatformName ? name : pageTitle(`${name} (@${handle})`),
    ...(brand?.hidesPlatformName && { siteName: name }),
    description,
    image: shareImageUrl,
    imageSize: shareImageSize,
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
