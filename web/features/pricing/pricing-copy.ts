export const creatorPlanFeatures = [
  { title: 'Unlimited uploads', description: 'Files up to 5 GB, links and texts.' },
  { title: 'Any price', description: 'From $1 to $1000+, changed whenever you like.' },
  { title: 'Pay-what-you-want', description: 'You set the minimum, fans add what it is worth to them.' },
  { title: 'Analytics', description: 'Views, tips and earnings for every item.' },
  {
    title: 'Secure payments',
    description: 'Card details go to the card provider and never touch our servers.',
  },
  { title: 'Multiple payout methods', description: 'PayPal, Wise, bank transfer, Zelle, Venmo or Cash App.' },
  { title: 'Email support', description: 'A person answers.' },
  {
    title: 'Social sharing optimization',
    description: 'Your link unfolds into a card with its picture and title.',
  },
]

export const faqs = [
  {
    question: 'What does it cost?',
    answer:
      'Nothing to join and nothing each month. When something sells we keep 20% and you keep 80%: of a $10.00 sale, $8.00 is yours. The processing fee is $0.00.',
  },
  {
    question: 'When is Pro worth it?',
    answer:
      'From about $495.00 of sales a month: 20% of that is $99.00, the price of Pro. On Pro we keep nothing, and its tools come with it.',
  },
  {
    question: 'Can I cancel Pro?',
    answer:
      'Cancel anytime. Pro stays on until the end of the month you have paid for. Then you are on the Creator Plan again, with every item, buyer and cent where they were.',
  },
  {
    question: 'When do I get paid?',
    answer:
      'Once $25.00 is ready for payout. Payouts are processed by hand within 1-2 business days; to a bank account, most arrive within 2-3 business days.',
  },
  {
    question: 'Do my buyers need an account?',
    answer:
      'No. They open your link, pay by card and have it at once. The access link in their e-mail is theirs for good.',
  },
  {
    question: 'What can I sell?',
    answer:
      'Anything that is yours: a file of any type up to 5 GB, a link, or a text. Set a fixed price, or a minimum and let people pay what they want.',
  },
  {
    question: 'What if a buyer is not happy?',
    answer:
      'Every purchase has a 30-day money-back guarantee. A refund is taken back from you and from us in the same parts as the sale was shared.',
  },
]
