import type { TestCard } from '../../contract/sandbox.ts'

const everyOtherDay = (amounts: Array<string>, from: number): Array<Sale> =>
  amounts.map((amount, i) => ({ amount, daysAgo: from - i * 2 }))

/** Three creators, one of them on Pro; a dozen items, one of them an album, a bundle, an upgrade and a code, with views and sales of every kind. */
export const demoCreators: Array<DemoCreator> = [
  {
    email: 'mara@example.com',
    firstName: 'Mara',
    handle: 'mara',
    bio: 'I photograph the Adriatic coast at the two ends of the day. Presets, prints and the notes I wish I’d had.',
    links: ['https://mara.example.com', 'https://photos.example.com/mara'],
    pro: { daysAgo: 20, accentColor: '#8a4b2d' },
    items: [
      {
        fields: {
          title: 'Dusk: 24 film presets for golden hour',
          description:
            'Built over three summers on the Adriatic. Each preset comes with a one-page note on when to reach for it, and when not to.',
          pricingModel: 'pay_what_you_want',
          minimumPrice: '1.00',
          category: 'photography',
          showSupporters: 'true',
          whatsInside: '24 presets as .cube files\nOne page of notes for each\nBefore and after pictures',
          thankYouNote:
            'Thank you. Start with number 7 and a cloudy evening. I’d love to see what you make of it.',
        },
        file: { name: 'dusk-golden-hour.cube', generator: 'lut' },
        preview: ['#f7c59f', '#9c3d2a'],
        sales: [
          ...everyOtherDay(
            [
              '5.00',
              '3.00',
              '10.00',
              '1.00',
              '5.00',
              '25.00',
              '5.00',
              '3.00',
              '8.00',
              '5.00',
              '12.50',
              '5.00',
            ],
            40,
          ),
          {
            daysAgo: 15,
            amount: '6.00',
            supporter: {
              supporterName: 'Priya',
              supporterMessage: 'Number 12 saved a whole wedding evening.',
            },
          },
          { daysAgo: 11, amount: '4.00', supporter: { supporterMessage: 'More of these, please.' } },
          { daysAgo: 27, amount: '5.00', card: 'declined' },
          { daysAgo: 19, amount: '3.00', card: 'declined' },
          { daysAgo: 8, amount: '5.00', card: 'declined' },
        ],
        viewsPerDay: 14,
      },
      {
        fields: {
          title: 'Blue hour, harbor: one photograph in full size',
          description:
            'The picture from the cover, for your wall or your desktop. Print it up to 60 cm wide.',
          price: '6.00',
          category: 'digital-art',
          accessType: 'view',
        },
        file: { name: 'blue-hour.png', generator: 'picture' },
        preview: ['#3f6f9c', '#14213d'],
        sales: [{ daysAgo: 21 }, { daysAgo: 14 }, { daysAgo: 9, refund: 'all' }, { daysAgo: 2 }],
        viewsPerDay: 6,
      },
      {
        fields: {
          kind: 'text',
          title: 'How I meter at dusk',
          description: 'Two pages of notes I wish I had had ten years ago.',
          price: '3.00',
          category: 'document',
          teaserWords: '20',
          textContent:
            'Meter for the brightest thing you want to keep. Then wait: the light you came for arrives four minutes after everyone has gone home.\n\nOpen two thirds of a stop for skin. Close a third for water.',
        },
        sales: [{ daysAgo: 17 }, { daysAgo: 16 }, { daysAgo: 3, card: 'slow' }],
      },
      {
        fields: {
          title: 'Three dusk presets to try',
          description:
            'Numbers 4, 12 and 19 of the full set of 24, the whole files, for your own photographs.',
          pricingModel: 'free',
          category: 'photography',
        },
        file: { name: 'three-dusk-presets.cube', generator: 'lut' },
        preview: ['#f2a65a', '#5b2333'],
        sales: Array.from({ length: 18 }, (_, index) => ({ daysAgo: 36 - index * 2 })),
        viewsPerDay: 9,
      },
      {
        fields: {
          title: 'First Frost',
          description: 'The coldest morning of the year, in full size, on the day that it begins.',
          price: '10.00',
          category: 'photography',
        },
        file: { name: 'first-frost.png', generator: 'picture' },
        preview: ['#b7cdd8', '#f6d3b3'],
        releaseInDays: 8,
        sales: [{ daysAgo: 6 }, { daysAgo: 2 }],
        viewsPerDay: 6,
      },
      {
        fields: {
          status: 'draft',
          title: 'Winter set, first selection',
          price: '9.00',
          category: 'photography',
        },
        file: { name: 'winter.cube', generator: 'lut' },
        sales: [],
      },
    ],
  },
  {
    email: 'jonas@example.com',
    firstName: 'Jonas',
    handle: 'jonas_loops',
    bio: 'Field recordings, loops and long tapes from the harbor. Made at night.',
    links: ['https://jonas.example.com'],
    items: [
      {
        fields: {
          title: 'Harbor loops, vol. 2',
          description:
            'Rope, hull, gull and rain, recorded at night and cut to loop. Free to use in your own music.',
          price: '12.00',
          teaserSeconds: '15',
          category: 'music',
        },
        file: { name: 'harbor-loops.wav', generator: 'tone' },
        preview: ['#0e6b4a', '#0b2a20'],
        sales: [
          { daysAgo: 33, buyer: 'cleo' },
          { daysAgo: 28 },
          { daysAgo: 20, card: 'declined' },
          { daysAgo: 20, code: 'HARBOR20' },
          { daysAgo: 6, refund: 400 },
          { daysAgo: 4, code: 'HARBOR20' },
        ],
        viewsPerDay: 8,
      },
      {
        fields: {
          kind: 'link',
          title: 'Harbor loops, studio edition',
          description: 'All loops of vol. 2, plus stems, 24-bit files and the session for Ableton Live.',
          price: '22.00',
          category: 'music',
          linkUrl: 'https://example.com/sessions/harbor-studio',
        },
        upgradeFrom: { title: 'Harbor loops, vol. 2', amount: '10.00' },
        sales: [{ daysAgo: 9, buyer: 'cleo', paysAsOwner: true }, { daysAgo: 2 }],
      },
      {
        fields: {
          title: 'Night ferry',
          description:
            'Six songs recorded on a four-track between Trieste and Venice, mostly after midnight. No click, no edits.',
          price: '12.00',
          category: 'music',
          teaserSeconds: '5',
          thankYouNote: 'Best through headphones, with the lights off.',
        },
        parts: [
          {
            section: 'Out',
            name: 'Slack water',
            file: { name: 'slack-water.wav', generator: 'tone', step: 0 },
          },
          {
            section: 'Out',
            name: 'Deck lights',
            file: { name: 'deck-lights.wav', generator: 'tone', step: 2 },
          },
          { section: 'Out', name: 'Grado, 3 a.m.', file: { name: 'grado.wav', generator: 'tone', step: 4 } },
          {
            section: 'Back',
            name: 'The boat song',
            file: { name: 'boat-song.wav', generator: 'tone', step: 5 },
          },
          {
            section: 'Back',
            name: 'Engine room lullaby',
            file: { name: 'engine.wav', generator: 'tone', step: 7 },
          },
          {
            section: 'Back',
            name: 'Night ferry',
            file: { name: 'night-ferry.wav', generator: 'tone', step: 9 },
          },
          { section: 'Extras', name: 'Booklet', file: { name: 'booklet.pdf', generator: 'booklet' } },
          { section: 'Extras', name: 'The film', link: 'https://example.com/films/night-ferry' },
          {
            section: 'Extras',
            name: 'Chords and tunings',
            text: '# Slack water\n\nOpen G, capo 2. Let the low string ring through the whole verse.\n\n# The boat song\n\nStandard. The second chord is Em with the little finger on the high G.',
          },
        ],
        preview: ['#31587a', '#101c33'],
        sales: [{ daysAgo: 24 }, { daysAgo: 18 }, { daysAgo: 10 }, { daysAgo: 2 }],
        note: {
          daysAgo: 7,
          text: 'The chords have the tuning of “The boat song” now. It was missing; thank you, Priya.',
        },
        viewsPerDay: 9,
      },
      {
        fields: {
          title: 'Night tape',
          description: 'One take, one microphone, twenty past two. Listen here; seek as you like.',
          pricingModel: 'pay_what_you_want',
          minimumPrice: '2.00',
          category: 'music',
          accessType: 'stream',
        },
        file: { name: 'night-tape.wav', generator: 'tone' },
        sales: everyOtherDay(['2.00', '4.00', '2.50'], 12),
      },
      {
        fields: {
          kind: 'link',
          title: 'The session files, all 41 tracks',
          description: 'A shared folder with every stem. The link opens as soon as you have paid.',
          price: '8.00',
          category: 'music',
          linkUrl: 'https://example.com/sessions/harbour-41',
        },
        sales: [{ daysAgo: 11 }, { daysAgo: 1 }],
      },
      {
        fields: {
          kind: 'text',
          title: 'Chords for the song everyone asks about',
          price: '1.00',
          category: 'document',
          textContent:
            'Verse: Am  F  C  G\nChorus: F  G  Am  Em\nBridge: stay on D minor until it hurts, then C.',
        },
        sales: [{ daysAgo: 5 }],
      },
    ],
    discount: { code: 'HARBOR20', percentBps: 2_000, maxUses: 50 },
    bundle: {
      title: 'The whole harbor',
      description: 'Everything I recorded there in two years: the loops, the songs, the tape and the stems.',
      price: '24.00',
      titles: [
        'Harbor loops, vol. 2',
        'Night ferry',
        'Night tape',
        'The session files, all 41 tracks',
        'Chords for the song everyone asks about',
      ],
      sales: [{ daysAgo: 8 }, { daysAgo: 3 }, { daysAgo: 1, refund: 200 }],
      viewsPerDay: 5,
    },
  },
  {
    email: 'ines@example.com',
    firstName: 'Ines',
    handle: 'ines',
    bio: 'Teacher and baker. I write down what works.',
    links: [],
    items: [
      {
        fields: {
          kind: 'link',
          title: 'Sourdough in six evenings',
          description: 'Six short films and one long bake. You need flour, water, salt, and a Tuesday.',
          price: '29.00',
          category: 'video-course',
          linkUrl: 'https://example.com/courses/sourdough',
        },
        preview: ['#e7c98b', '#7a4a1f'],
        sales: [{ daysAgo: 30 }, { daysAgo: 22 }, { daysAgo: 13, card: 'authenticate' }, { daysAgo: 4 }],
      },
      {
        fields: {
          title: 'A term of lesson plans',
          description: 'Twelve weeks, one page each, ready to change.',
          price: '7.00',
          category: 'template',
        },
        file: { name: 'lesson-plans.txt', generator: 'plan' },
        sales: [{ daysAgo: 26 }, { daysAgo: 18 }],
      },
      {
        fields: {
          kind: 'text',
          title: 'A letter, on paying attention',
          pricingModel: 'pay_what_you_want',
          minimumPrice: '0.50',
          category: 'other',
          textContent: 'You asked how long it takes. It takes as long as you look.',
        },
        sales: everyOtherDay(['0.50', '1.00', '3.00', '0.50'], 15),
      },
      {
        fields: {
          title: 'Reading list for a wet week',
          price: '2.00',
          category: 'document',
          accessType: 'view',
        },
        file: { name: 'reading-list.txt', generator: 'plan' },
        sales: [],
      },
    ],
  },
]

/** `generator` is one of `demo-files.ts`. `step` raises a tone, in semitones. */
export type DemoFile = {
  name: string
  generator: 'lut' | 'tone' | 'picture' | 'plan' | 'booklet'
  step?: number
}

/** A part of an item of several. */
export type DemoPart = { section: string; name: string } & (
  | { file: DemoFile }
  | { link: string }
  | { text: string }
)

/** An item's form fields, with its file or its parts. */
export type Item = {
  fields: Record<string, string>
  file?: DemoFile
  parts?: Array<DemoPart>
  /** What the creator told buyers about a change. */
  note?: { daysAgo: number; text: string }
  /** Two colors of a generated preview image; without them the page generates a cover. */
  preview?: [string, string]
  sales: Array<Sale>
  /** Visitors per day; a few by default. */
  viewsPerDay?: number
  /** Buyers get it at 6 PM in Rome, so many days from now. */
  releaseInDays?: number
  /** An earlier item whose owners pay only the difference. */
  upgradeFrom?: { title: string; amount: string }
}

/** `daysAgo` is the time of the sale; `refund` is the refunded amount in minor units. */
export type Sale = {
  daysAgo: number
  amount?: string
  card?: TestCard
  refund?: number | 'all'
  /** The code that reduces it. */
  code?: string
  /** A buyer who comes back in the same browser, and what they have counts. */
  buyer?: string
  paysAsOwner?: true
  /** The buyer's public message. */
  supporter?: { supporterName?: string; supporterMessage: string }
}

/** When Pro began, and the accent color since. */
export type DemoSubscription = { daysAgo: number; accentColor: string }

/** Some of the creator's items, by their titles, at one price. */
export type DemoBundle = {
  title: string
  description: string
  price: string
  titles: Array<string>
  sales: Array<Sale>
  viewsPerDay: number
}

export type DemoCreator = {
  email: string
  firstName: string
  handle: string
  bio: string
  links: Array<string>
  items: Array<Item>
  bundle?: DemoBundle
  discount?: { code: string; percentBps: number; maxUses: number }
  pro?: DemoSubscription
}
