import { otherRetention } from './other-retention.ts'
import { retentionRules } from './retention.ts'

/** What is stored about people and for how long, for the privacy page. The times are those of the code that deletes. */
export const publicRetention = [
  { data: 'Purchases, receipts, refunds and our accounts', kept: 'always; tax law requires us to keep them' },
  { data: 'Your email address and messages at a purchase', kept: 'until you erase them at /my-data' },
  { data: 'What you entered at a checkout that you did not pay', kept: after('checkouts') },
  { data: 'Emails about purchases, refunds and payouts', kept: keptBy('emails about purchases') },
  { data: 'Emails about sign-in, your account and feedback', kept: after('outbox_emails') },
  { data: 'Codes to sign in', kept: keptBy('codes for sign-in') },
  { data: 'Sessions', kept: after('sessions') },
  { data: 'Browsers that have signed in to an account', kept: after('known_browsers') },
  { data: 'Visits, as hashes', kept: keptBy('hashes of visitors') },
  { data: 'Where visitors came from, without who they are', kept: after('daily_view_sources') },
  { data: 'The email address of a follower', kept: keptBy('confirmed followers') },
  { data: 'Messages to us', kept: after('feedback') },
  { data: 'Accounts of creators', kept: keptBy('accounts and their former handles') },
]

/** The time of the first rule of a table. Throws when it has none. */
function after(store: string): string {
  const rule = retentionRules.find((candidate) => candidate.store === store)
  if (!rule) throw new Error(`${store} has no retention rule`)
  return `${rule.keepDays} ${rule.keepDays === 1 ? 'day' : 'days'} after ${rule.since}`
}

/** The retention of data that begins with these words. Throws when there is none. */
function keptBy(data: string): string {
  const entry = otherRetention.find((candidate) => candidate.data.startsWith(data))
  if (!entry) throw new Error(`No retention is stated for ${data}`)
  return entry.retention
}
