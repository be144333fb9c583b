import type { InstanceSettings } from '../contract/instance-settings.ts'

/**
 * The settings as they take effect. While the owner of the site is its only creator, no one else signs up, there is no fee,
 * and no payout starts. What is stored stays, and is back when the setting is turned off.
 */
export function settingsInEffect(stored: InstanceSettings): InstanceSettings {
  if (!stored.soloMode) return stored
  return { ...stored, signUp: 'closed', feeBasisPoints: 0, payoutDay: 0, selfBilling: 'off' }
}

/** What of one creator would be left without a way out in solo mode. `name` is their email address. */
export type Stranded = {
  name: string
  isOwner: boolean
  publishedCount: number
  /** A formatted amount; null without a balance. */
  balance: string | null
  hasOpenPayout: boolean
  hasSubscription: boolean
}

/** The sentence that refuses solo mode: who is in its way, and what has to be done first. Undefined when no one is. */
export function soloModeProblem(stranded: ReadonlyArray<Stranded>): string | undefined {
  const [first, ...others] = stranded.filter((creator) => thingsOf(creator).length > 0)
  if (!first) return undefined
  const whose = first.isOwner ? 'you have' : `${first.name} has`
  const more = others.length > 0 ? ` ${othersText(others.length)}` : ''
  return `You can’t sell alone yet: ${whose} ${listOf(thingsOf(first))}.${more} Settle that first, so that no one’s money is left behind.`
}

/** The owner's items and balance are what solo mode is for. */
function thingsOf(creator: Stranded): Array<string> {
  const { isOwner, publishedCount, balance, hasOpenPayout, hasSubscription } = creator
  return [
    ...(publishedCount > 0 && !isOwner
      ? [`${publishedCount} published ${publishedCount === 1 ? 'item' : 'items'}`]
      : []),
    ...(balance !== null && !isOwner ? [`a balance of ${balance}`] : []),
    ...(hasOpenPayout ? ['an open payout'] : []),
    ...(hasSubscription ? ['a Pro subscription that goes on'] : []),
  ]
}

function othersText(count: number): string {
  return count === 1 ? 'One other creator is in the way too.' : `${count} other creators are in the way too.`
}

function listOf(things: Array<string>): string {
  const last = things.at(-1) ?? ''
  return things.length < 2 ? last : `${things.slice(0, -1).join(', ')} and ${last}`
}
