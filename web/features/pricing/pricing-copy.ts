import type { Instance } from '../../../contract/instance.ts'
import { limits } from '../../../contract/limits.ts'
import { guaranteeText } from '../../../contract/refund-guarantee.ts'
import { platformFee } from '../../../domain/fees.ts'
import { breakEvenSales } from '../../../domain/plan-comparison.ts'
import { feeShares } from '../../shared/fee-shares.ts'
import { formatMoney } from '../../ui/money-text.ts'
import { creatorPlan, formatMinorUnits, pro } from './plan-prices.ts'

export const creatorPlanFeatures = [
  { title: 'Unlimited uploads', description: 'Files up to 5 GB, links and text.' },
  { title: 'Any price', description: 'From $1 to $1000+. Change it anytime.' },
  { title: 'Pay-what-you-want', description: 'Set a minimum and let fans pay more if they want to.' },
  { title: 'Analytics', description: 'Views, tips and earnings for every item.' },
  {
    title: 'Secure payments',
    description: 'Card details go straight to the card provider and never touch our servers.',
  },
  { title: 'Multiple payout methods', description: 'PayPal, Wise, bank transfer, Zelle, Venmo or Cash App.' },
  { title: 'Email support', description: 'Real people answer.' },
  {
    title: 'Social sharing optimization',
    description: 'Shared links show a preview card with your cover and title.',
  },
]

type Terms = Pick<Instance, 'refundPolicy' | 'feeBasisPoints' | 'currency' | 'minPayoutAmount'>
const defaultTerms: Terms = {
  refundPolicy: 'review',
  feeBasisPoints: limits.feeBasisPoints.creator,
  currency: 'USD',
  minPayoutAmount: '25.00',
}

/** The questions and answers. The guarantee and the amounts depend on the site’s settings. */
export function faqsFor({ refundPolicy, feeBasisPoints, currency, minPayoutAmount }: Terms = defaultTerms) {
  const guarantee = guaranteeText(refundPolicy)
  const { fee, kept } = feeShares(feeBasisPoints)
  const breakEven = breakEvenSales(creatorPlan(feeBasisPoints), pro)
  return [
    {
      question: 'What does it cost?',
      answer: `It’s free to join, with no monthly fee. When you make a sale, we keep ${fee} and you keep ${kept}: ${formatMinorUnits(1000 - platformFee(1000, feeBasisPoints), currency)} of a ${formatMinorUnits(1000, currency)} sale. The processing fee is ${formatMinorUnits(0, currency)}.`,
    },
    ...(breakEven === undefined
      ? []
      : [
          {
            question: 'When is Pro worth it?',
            answer: `Once you sell about ${formatMinorUnits(breakEven, currency)} a month: ${feeBasisPoints / 100}% of that is ${formatMinorUnits(pro.monthlyAmount, currency)}, the price of Pro. Above that, Pro pays for itself, and you get its tools too.`,
          },
        ]),
    {
      question: 'Can I cancel Pro?',
      answer:
        'Cancel anytime. You keep Pro until the end of the month you’ve paid for. After that you’re back on the Creator Plan, and your items, buyers and earnings stay just as they are.',
    },
    {
      question: 'When do I get paid?',
      answer: `Once ${formatMoney(minPayoutAmount, currency)} is ready for payout. We process payouts manually within 1-2 business days. With a connected bank account, most arrive within 2-3 business days.`,
    },
    {
      question: 'Do my buyers need an account?',
      answer:
        'No. They open your link, pay by card and get it right away. We also email them an access link that doesn’t expire.',
    },
    {
      question: 'What can I sell?',
      answer:
        'Anything you own the rights to: any type of file up to 5 GB, a link or text. Set a fixed price, or set a minimum and let fans pay what they want.',
    },
    {
      question: 'What if a buyer isn’t happy?',
      answer: `Every purchase has a ${guarantee.short}. ${guarantee.detail} When a sale is refunded, we return our fee too.`,
    },
  ]
}
