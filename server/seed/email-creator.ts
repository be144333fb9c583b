import type { DemoCreator } from './demo-data.ts'

const sale = (buyer: string, daysAgo: number) => ({ buyer, daysAgo, amount: '12.00' })

/** Who sold, refunded and gave away what the emails of `each-email.ts` are about. */
export const emailCreator: DemoCreator = {
  email: 'nora@example.com',
  firstName: 'Nora',
  handle: 'nora',
  bio: 'Songs recorded on ferries.',
  links: [],
  pro: { daysAgo: 2, accentColor: '#0e6b4a' },
  items: [
    {
      fields: {
        kind: 'text',
        title: 'Night Ferry',
        pricingModel: 'pay_what_you_want',
        minimumPrice: '5.00',
        category: 'music',
        textContent: 'Six songs, written between two harbors.',
        showSupporters: 'true',
        thankYouNote:
          'You’re holding the only warm thing I made last winter. Start with “Slack water”, after dark.',
      },
      preview: ['#1f3b57', '#f2a65a'],
      sales: [
        {
          ...sale('jonah', 9),
          supporter: {
            supporterName: 'Jonah Reyes',
            supporterMessage: 'I’ve been listening to the ice all morning. So has my cat.',
          },
        },
        sale('ada', 8),
        sale('bo', 7),
        sale('cleo', 6),
        sale('dev', 5),
        { ...sale('elif', 4), refund: 'all' },
      ],
    },
    {
      fields: {
        kind: 'text',
        title: 'One song, free',
        pricingModel: 'free',
        category: 'music',
        textContent: 'The shortest of the six.',
      },
      sales: [sale('fynn', 3)],
    },
    {
      fields: { kind: 'text', title: 'First Frost', price: '9.00', category: 'music', textContent: 'Soon.' },
      preview: ['#dfe9ef', '#3f5f7a'],
      sales: [sale('gita', 2)],
      releaseInDays: 20,
    },
  ],
}
