import type { TestCard } from '../../contract/sandbox.ts'

/** An item's form fields; `file` names a generator of `demo-files.ts`. */
export type Item = {
  fields: Record<string, string>
  file?: { name: string; generator: 'lut' | 'tone' | 'picture' | 'plan' }
  /** Two colors of a generated preview image; without them the page generates a cover. */
  preview?: [string, string]
  sales: Array<Sale>
  /** Visitors per day; a few by default. */
  viewsPerDay?: number
}

/** `daysAgo` is the time of the sale; `refund` is the refunded amount in minor units. */
export type Sale = {
  daysAgo: number
  amount?: string
  card?: TestCard
  refund?: number | 'all'
  /** The buyer's public message. */
  supporter?: { supporterName?: string; supporterMessage: string }
}

/** When Pro began, and the accent color since. */
export type DemoSubscription = { daysAgo: number; accentColor: string }

export type DemoCreator = {
  email: string
  firstName: string
  handle: string
  bio: string
  links: Array<string>
  items: Array<Item>
  pro?: DemoSubscription
}
