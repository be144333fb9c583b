/** What an alert is about, as a heading, and what a person does about it. */
export type AlertGuide = { title: string; action: string }

const readAtProvider = 'Open the payment at your card provider, compare it with our record, and decide there.'

/** A guide for every kind of alert, for the admin’s page, emails and webhooks. docs/operate/monitor.md describes each. */
export const alertGuides = {
  'payment-mismatch': {
    title: 'A payment differs from its checkout',
    action:
      'Nothing was granted. Compare the payment with the checkout, then refund it at your card provider.',
  },
  'unknown-state': { title: 'A payment has an unknown state', action: readAtProvider },
  'dispute-unknown': { title: 'A dispute has an unknown state', action: readAtProvider },
  'subscription-unknown': {
    title: 'A subscription has an unknown state',
    action: 'Open the subscription at your card provider. The creator’s plan stays as it is until then.',
  },
  'unknown-transfer': {
    title: 'The card provider reports a transfer that we don’t have',
    action: 'Check at your card provider who made the transfer and whether it was paid twice.',
  },
  'dispute-inquiry': {
    title: 'A bank asks about a payment',
    action: 'Answer the inquiry at your card provider before its deadline, or refund the purchase.',
  },
  'dispute-open': {
    title: 'A buyer disputes a payment',
    action:
      'Send your evidence at your card provider before its deadline. The buyer’s access is revoked until then.',
  },
  'dispute-won': { title: 'A dispute was won', action: 'Nothing. The money and the access are back.' },
  'dispute-lost': {
    title: 'A dispute was lost',
    action: 'Check the purchase for fraud, and look at other purchases with the same email address.',
  },
  'refund-rejected': {
    title: 'The card provider rejected a refund',
    action: 'Open the purchase and read the reason. Try again, or send the money another way and record it.',
  },
  'refund-failed': {
    title: 'The bank returned a refund',
    action: 'Ask the buyer for another way to pay them back. Then decide whether their access stays revoked.',
  },
  'refunds-waiting': {
    title: 'Refunds wait for the balance',
    action:
      'Add funds at your card provider, or wait for new sales. The refunds are then made automatically, and this resolves.',
  },
  'over-refund': {
    title: 'More was refunded than was paid',
    action: 'Compare the refunds at your card provider with ours. Someone may have refunded there twice.',
  },
  'free-surge': {
    title: 'Very many people want a free item',
    action:
      'It pauses for a while and opens again automatically. Look at the item, and take it down if its file is what the traffic is about.',
  },
  'file-missing': {
    title: 'A file is missing from the store',
    action: 'Restore it from a backup. Its buyers are refunded until it is back.',
  },
  undeliverable: {
    title: 'A purchase can’t be delivered',
    action: 'The buyer is refunded. Find out why the item or its file is missing.',
  },
  'license-key-missing': {
    title: 'A buyer waits for a license key',
    action:
      'The creator’s list has no key left, and the creator knows. Adding one resolves this; after 72 hours the sale is refunded.',
  },
  'transfer-rejected': {
    title: 'The card provider rejected a transfer',
    action: 'Read the reason on the payout. The money is in the creator’s balance again.',
  },
  'transfer-lost': {
    title: 'A transfer isn’t confirmed',
    action: 'Search for it at your card provider before you send it again.',
  },
  'transfer-part-returned': {
    title: 'Part of a transfer was returned',
    action: 'Wait for the rest, or return it at your card provider. It is booked once all of it is back.',
  },
  'payout-failing': {
    title: 'A creator can’t be paid',
    action: 'Read the error in the log. The others were paid, and this payout is tried again automatically.',
  },
  'payout-not-stopped': {
    title: 'A payout may reach someone else',
    action:
      'Stop it at your bank, PayPal, Wise or card provider, or have it called back. Then mark the payout as returned, or as paid if it can’t be stopped.',
  },
  'payout-key-missing': {
    title: 'Payout details can’t be read',
    action: 'Add the key that encrypted them to PAYOUT_KEYS as an old key, then restart.',
  },
  'balance-too-small': {
    title: 'The balance doesn’t cover the transfers that are due',
    action:
      'Add funds at your card provider, or wait for new sales. The transfers then go out automatically.',
  },
  'platform-payout-failed': {
    title: 'Your bank rejected a payout',
    action: 'Check your bank account at your card provider.',
  },
  'document-changed': {
    title: 'A document is missing or changed',
    action:
      'Compare it with a backup. Documents never change: someone changed the database or the file store directly, or a backup was restored in part.',
  },
  'account-debt': {
    title: 'An account with a negative balance was deleted',
    action:
      'Nothing for now: signing up again with the same email address opens the same balance. Resolve this once you have decided about the debt.',
  },
  'provider-unavailable': {
    title: 'The card provider doesn’t respond',
    action: 'Check its status page. Sales wait, and nothing is lost. This resolves automatically.',
  },
  'provider-refused': {
    title: 'The card provider refused a request',
    action:
      'Read its reason below and change what it names at your card provider, such as the profile of your platform. The next attempt is a new one.',
  },
  'pro-price': {
    title: 'Pro isn’t sold',
    action:
      'Read the reason below. Correct the price at your card provider, or set STRIPE_PRO_PRICE to another one. Who has Pro keeps it.',
  },
  'store-unavailable': {
    title: 'The file store doesn’t respond',
    action: 'Check the store and the network to it. Sales go on, but files can’t be delivered.',
  },
  'mail-unavailable': {
    title: 'The mail server doesn’t respond',
    action: 'Check SMTP_URL and the server. Emails wait and are sent when it is back.',
  },
  'delivery-failed': {
    title: 'Something couldn’t be sent for three days',
    action: 'Open Deliveries, read the error and fix its cause. Then press Resend.',
  },
  'storage-low': {
    title: 'The disk is running out of space',
    action: 'Make room on the disk of DATA_DIR, or move the files to an object store.',
  },
  'storage-full': {
    title: 'The disk is full',
    action: 'Make room on the disk of DATA_DIR now. Uploads are refused until then.',
  },
  'checkout-surge': {
    title: 'An item has unusually many checkouts',
    action:
      'If few were paid, it is an attack with stolen cards: take the item down. If many were, enjoy the launch.',
  },
  'event-failing': {
    title: 'An event of the card provider can’t be processed',
    action: 'Read the error in the log. The event is retried every 15 seconds.',
  },
  'untrusted-proxy': {
    title: 'A proxy isn’t trusted',
    action: 'Add its address to TRUST_PROXY and restart. Until then all its visitors share one rate limit.',
  },
  'backup-overdue': {
    title: 'The last backup is too old',
    action: 'Make one with tipdrop backup, and look at why the scheduled one did not run.',
  },
  'replica-behind': {
    title: 'The copy on the other disk is behind',
    action:
      'Check that the place of REPLICATE_TO is reachable and has space. Sales go on meanwhile, and are as safe as the disk. It catches up automatically.',
  },
  'clock-skew': {
    title: 'The clock of this server or of the database is wrong',
    action:
      'Correct the clock. Refund deadlines, payouts, abandoned checkouts and subscriptions wait until then, and continue automatically.',
  },
} satisfies Readonly<Record<string, AlertGuide>>

export type AlertKind = keyof typeof alertGuides

export const alertKinds = Object.keys(alertGuides) as [AlertKind, ...Array<AlertKind>]
