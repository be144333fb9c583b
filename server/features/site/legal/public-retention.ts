import { type Retention, retentionText } from '../../feature.ts'
import type { PublicRetention } from './placeholders.ts'

/** What is stored about people and for how long, in words for them. The times are those of the code that deletes. */
export function publicRetention(retention: ReadonlyArray<Retention>): PublicRetention {
  const after = (store: string) => keptAfter(retention, store)
  const keptBy = (data: string) => keptInWords(retention, data)
  return [
    {
      data: 'Purchases, receipts, refunds and our accounts',
      kept: 'always; tax law requires us to keep them',
    },
    { data: 'Your email address and messages at a purchase', kept: 'until you erase them at /my-data' },
    { data: 'What you entered at a checkout that you did not pay', kept: after('checkouts') },
    { data: 'Emails about purchases, refunds and payouts', kept: keptBy('emails about purchases') },
    { data: 'Emails about sign-in, your account and feedback', kept: after('deliveries') },
    { data: 'Sign-in codes', kept: keptBy('codes for sign-in') },
    { data: 'Sessions', kept: after('sessions') },
    { data: 'Browsers that have signed in to an account', kept: after('known_browsers') },
    { data: 'Browsers that show notifications of sales', kept: keptBy('browsers that show notifications') },
    { data: 'Anonymous visit counts', kept: keptBy('hashes of visitors') },
    { data: 'Where visitors came from, without who they are', kept: after('daily_view_sources') },
    { data: 'The email address of a follower', kept: keptBy('confirmed followers') },
    { data: 'Messages to us', kept: after('feedback') },
    { data: 'Who is paid: name, address and numbers', kept: keptBy('who is paid') },
    { data: 'Accounts of creators', kept: keptBy('accounts and their former handles') },
  ]
}

/** The time of the first rule of a table. Throws when it has none. */
function keptAfter(retention: ReadonlyArray<Retention>, store: string): string {
  for (const entry of retention) if ('store' in entry && entry.store === store) return retentionText(entry)
  throw new Error(`${store} has no retention rule`)
}

/** The retention of data that begins with these words. Throws when there is none. */
function keptInWords(retention: ReadonlyArray<Retention>, data: string): string {
  for (const entry of retention) if ('kept' in entry && entry.data.startsWith(data)) return entry.kept
  throw new Error(`No retention is stated for ${data}`)
}
