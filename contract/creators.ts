import * as z from 'zod/mini'
import { ContentCard, creatorPageSorts } from './content.ts'
import { limits } from './limits.ts'
import { Branding } from './pro.ts'
import { defineRoute } from './route.ts'
import { Email, IdParams, list, Timestamp } from './schemas.ts'
import { RecordingSample } from './teasers.ts'

/** A sample of a recording, on the item's cover. */
const CardSample = z.extend(RecordingSample, { kind: z.enum(['audio', 'video']) })
export type CardSample = z.infer<typeof CardSample>

const CreatorItem = z.extend(ContentCard, { sample: z.nullable(CardSample) })
export type CreatorItem = z.infer<typeof CreatorItem>

const HandleParams = z.object({ handle: z.string().check(z.regex(/^[A-Za-z0-9_]{1,64}$/)) })

export const CreatorPage = z.object({
  /** Without the @. Differs from the requested handle when that is a former one. */
  handle: z.string(),
  name: z.string(),
  /** The photo's URL on this site. */
  photoUrl: z.nullable(z.string()),
  bio: z.string(),
  links: list(z.string(), limits.maxProfileLinks),
  joinedAt: Timestamp,
  /** The number of all published items, which may be more than `items` has. */
  itemCount: z.int(),
  /** In the requested order. */
  items: list(CreatorItem, limits.maxItemsOnCreatorPage),
  /** The URL of the image for link previews. */
  shareImageUrl: z.string(),
  brand: z.nullable(Branding),
})
export type CreatorPage = z.infer<typeof CreatorPage>

export const getCreator = defineRoute({
  method: 'GET',
  path: '/api/creators/:handle',
  auth: 'public',
  summary: `Returns a creator’s public page, also for a former handle: profile, links and up to ${limits.maxItemsOnCreatorPage} published items.`,
  params: HandleParams,
  query: z.object({ sort: z._default(z.enum(creatorPageSorts), 'newest') }),
  response: CreatorPage,
})

export const getCreatorShareCard = defineRoute({
  method: 'GET',
  path: '/@:handle/card.png',
  auth: 'public',
  transport: 'file',
  summary: 'Returns the preview image for a shared creator page, 1200 by 630. `v` is its version.',
  params: HandleParams,
  query: z.object({ v: z.optional(z.string().check(z.maxLength(64))) }),
})

export const listMoreFromCreator = defineRoute({
  method: 'GET',
  path: '/api/content/:id/more',
  auth: 'public',
  summary: 'Returns up to three other published items of the item’s creator, newest first.',
  params: IdParams,
  response: z.object({ items: list(ContentCard, limits.maxListed.moreItems) }),
})

export const followCreator = defineRoute({
  method: 'POST',
  path: '/api/creators/:handle/followers',
  auth: 'public',
  summary:
    'Sends an email that asks to confirm following the creator. The response is the same for known and unknown addresses.',
  params: HandleParams,
  body: z.object({ email: Email }),
  response: z.object({ sent: z.literal(true) }),
})

const FormField = z._default(z.string().check(z.maxLength(1_000)), '')

export const followCreatorForm = defineRoute({
  method: 'POST',
  path: '/follow/:handle',
  auth: 'public',
  transport: 'urlencoded',
  summary: 'The same, for the page’s own form. Redirects back to the creator’s page.',
  params: HandleParams,
  body: z.object({ email: FormField }),
})

/** Proves that the caller reads the follower's email. */
const FollowerToken = z.string().check(z.regex(/^\d{1,16}\.[A-Za-z0-9_-]{43}$/))
const TokenParams = z.object({ token: FollowerToken })

export const getFollower = defineRoute({
  method: 'GET',
  path: '/api/followers/:token',
  auth: 'public',
  summary: 'Returns whom the follower of an emailed link follows. Changes nothing.',
  params: TokenParams,
  response: z.object({
    name: z.string(),
    handle: z.nullable(z.string()),
    state: z.enum(['unconfirmed', 'following', 'unsubscribed']),
  }),
})

export const confirmFollower = defineRoute({
  method: 'POST',
  path: '/following/:token',
  auth: 'public',
  transport: 'urlencoded',
  summary: 'Confirms that the address follows the creator, for the emailed page’s form.',
  params: TokenParams,
  body: z.object({}),
})

export const unfollow = defineRoute({
  method: 'POST',
  path: '/unfollow/:token',
  auth: 'public',
  transport: 'urlencoded',
  summary:
    'Unsubscribes a follower: by the emailed page’s form, or in one click by the mail program (RFC 8058).',
  params: TokenParams,
  body: z.object({ page: z.optional(z.string()) }),
})
