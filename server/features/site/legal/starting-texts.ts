import type { LegalPageName } from '../../../../contract/legal-pages.ts'
import { site } from '../../../../contract/site.ts'

const titles: Record<Exclude<LegalPageName, 'imprint'>, string> = {
  terms: 'Terms of service',
  privacy: 'Privacy policy',
  refunds: 'Refund policy',
}

export function legalPageTitle(page: LegalPageName): string {
  return page === 'imprint' ? site().imprintName : titles[page]
}

/** Whether the owner of the site is its only creator, who sells what they made. */
type Seller = { isSolo: boolean }

const selling = `## Selling

- You may only offer what you made or what you have the right to sell.
- You give us a license to store, show, sell and deliver what you publish, worldwide and without exclusivity, for as long as it is offered here
  and for those who bought it. It stays yours.
- We sell your items in our own name. You supply them to us, at the price of each sale less tax and our fee.
- The tax in a price is set aside first. Of the rest we keep {{fee}}; creators with Pro pay no fee. The rate is the one in effect when the buyer
  starts the checkout.
- {{hold}}
- We pay out earnings once they reach {{min_payout}}, to the payout method in your settings. We may need to know by law who we pay, and can hold
  payouts until you have told us.
- You pay back what is refunded to your buyers or taken back by their bank.
- We rank items on your page by time or as the visitor sorts them. No one pays for a better place.

## Pro

{{pro}}

`

const rules = `## If something breaks the rules

We may take down items that break the law, these terms or the rights of others, and suspend accounts that do so again. We tell you why, and you
can object by answering. Anyone can report an item with the link on its page; authorities and everyone else reach us at the contact below.

## Changes of these terms

We tell creators about changes of these terms at least 15 days before they apply. Until then you can close your account.

## Closing your account

You can delete your account anytime on the settings page. Buyers keep access to what they bought, and you are paid what you have earned.

`

const soloRules = `## If something is wrong

Anyone can report an item with the link on its page; authorities and everyone else reach us at the contact below.

## Changes of these terms

The terms of your purchase are those of the day on which you paid.

`

const terms = ({
  isSolo,
}: Seller) => `${isSolo ? 'These terms apply to everyone who buys on {{site}}.' : 'These terms apply to everyone who sells or buys on {{site}}.'}

## Who we are

{{seller}}

## Buying

${isSolo ? '- You buy from us. We made what we sell here.' : '- You buy from us. The creator of an item made it; we sell it to you and pay the creator their share.'}
- The price you see is the price you pay. Taxes are included.
- You get access as soon as your payment succeeds, by a link that we email to you. Keep it to yourself. An item that is sold before
  its release day opens on that day.
- You may use what you bought for yourself. You may not sell, publish or share it unless the item says so.

## Digital content and the right of withdrawal

If you live in the European Economic Area or the United Kingdom, you can withdraw from a purchase within 14 days. For digital
content this right ends when we deliver it, if you agreed to that before you paid. Where we ask you to agree, you cannot pay without
it, and we deliver as soon as you have paid. Your purchase email then has the words that you agreed to. You can still ask for a refund
by our [refund policy]({{url}}/refunds).

## What you can expect of digital content

What you buy has to be as its page describes it, and to work for its purpose. If it doesn’t, tell us: we have it put right free of charge, or
you get a lower price or your money back. Consumers in the European Economic Area have these rights by law for at least two years.

${isSolo ? '' : selling}${isSolo ? soloRules : rules}## Law

The law of our country applies. Consumers also keep the protection of the law of the country where they live.

## Contact

Contact us, also with complaints: {{support_email}}
`

const whenYouSell = `- **When you sell:** your email address, name, items, sales and the details of your payout method. Before a payout also who is paid: legal name,
  address, date of birth or registration number, tax number and VAT ID. We need them to know by law who we pay, for your statements, and for
  reports to tax offices. They are encrypted, and buyers never see them. A VAT ID may be looked up in the EU’s register.
`

const creatorsSee = `- The creator of an item sees the email address of its buyers.
`

const privacy = ({ isSolo }: Seller) => `This page says what {{site}} stores about you, why, and for how long.

## Who is responsible

{{seller}}

Questions about your data: {{support_email}}

## What we store

- **When you visit:** we count visits of a page once a day by a hash that changes every day. We set no cookies for advertising
  and share nothing with advertisers.
- **When you buy:** your email address, what you bought, the amount, the last four digits and the brand of your card, and the time.
  We need them to give you access, to send your receipt and to keep our books. Your card number goes to our card provider and never to us.
${isSolo ? '' : whenYouSell}- **Cookies:** one that keeps you signed in, and one that shows a buyer what they bought. Both are needed for the site to work.

## Who receives data

${isSolo ? '' : creatorsSee}- Our card provider processes payments. Our mail server delivers emails.

## How long we keep it

{{retention}}

## Your rights

You can ask us for a copy of your data, to correct it or to delete it. We keep what tax law requires us to keep. You can also
complain to the data protection authority where you live.
`

const refunds = `We want you to be happy with what you bought on {{site}}.

## The guarantee

{{refund_policy}}

## Before a release

Some items are sold before their release day. Until it comes you can change your mind: choose **Get a refund** on the page of your
purchase, and you get all of your money back. If it isn’t out 14 days after the day that you were shown when you paid, we refund you
without being asked. The days of the guarantee count from the release.

## How to ask

Open the link in your purchase email and choose **Request a refund**. If you lost the email, [get a new
one]({{url}}/lost-link). The money goes back to the card you paid with, usually within 5 to 10 days.

## After a refund

A full refund ends your access to the item. A partial refund does not.

## Withdrawal in the European Economic Area and the United Kingdom

If you agreed to immediate delivery before you paid, your right of withdrawal ended when we delivered your purchase. The guarantee
above applies all the same.

If you were not asked to agree, you can withdraw within 14 days, also after you have opened it: choose **Withdraw from the contract**
on the page of your purchase, or write to {{support_email}}. We refund you right away.
`

const imprint = `## {{site}}

{{seller}}

Contact: {{support_email}}
`

/** The texts of a new site, until an admin publishes their own. Markdown with placeholders. */
export function startingTexts(seller: Seller): Record<LegalPageName, string> {
  return { terms: terms(seller), privacy: privacy(seller), refunds, imprint }
}
