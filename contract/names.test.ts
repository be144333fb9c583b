import { expect, test } from 'vitest'
import { DisplayName, OptionalName, Title, toShownName } from './names.ts'

const messageOf = (text: string) => DisplayName.safeParse(text).error?.issues[0]?.message

test.for([
  ['\u202EtroppuS pordpiT', 'troppuS pordpiT'],
  ['Mara\u001B\u0007', 'Mara'],
  ['Ma\u200Bra\u2060\u{E0041}', 'Mara'],
  ['Ma\u200Dra', 'Mara'],
  ['Jose\u0301', 'José'],
  ['Mara \n Lind', 'Mara Lind'],
  ['\uD800Mara', 'Mara'],
])('a display name is stored without invisible and control characters: %j', ([typed, stored]) => {
  expect(DisplayName.parse(typed)).toBe(stored)
})

test.for([
  ...['Müller, "Lena" Ltd 🎸', 'Will.i.am', '吉田', '葛\u{E0100}城', 'می‌خواهم', 'ශ්‍රී', 'Ана', 'Ελένη', '1'],
  ...[
    '👩‍👩‍👧‍👦 Family',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿 England',
    '❤️‍🔥',
    '7️⃣',
    'I <3 U',
    'Supporter',
    'Mara Official',
    'مرحبا',
    'Яolling',
    'DJ タナカ',
    'Δelta',
    'שלום',
  ],
])('a display name stays as typed: %s', (name) => {
  expect(DisplayName.parse(name)).toBe(name)
})

test.for(['', ' ', '\u200B', '\u2060', '\u3164', '\u{E0041}\u{E0042}', '\uD800'])(
  'a display name of which nothing can be seen is rejected: %j',
  (name) => {
    expect(messageOf(name)).toBe('Enter a display name')
  },
)

test.for([
  ...['Tipdrop', 'Tipdrop Support', 'Tip Drop', 'Тipdrop', 'T1pdr0p', 'Ｔｉｐｄｒｏｐ', 'ᴛɪᴘᴅʀᴏᴘ', 'Ꭲipdrop'],
  ...[
    'ꓔꓲꓑꓓꓣꓳꓑ',
    'Tıpdrop',
    'Support',
    'Ѕupport',
    'support_team',
    'Support 24',
    'S u p p o r t',
    'Customer Support',
  ],
  ...['ΑDΜΙΝ', 'Tipdᴦop', 'Tipdᴦop Team', 'Tipdr\u0ED0p', 'Tipdr\u0966p', 'Ⲧⲓⲣdrⲟⲣ'],
])('a display name that could be mistaken for the site’s is rejected: %s', (name) => {
  expect(messageOf(name)).toBe('This name could be mistaken for ours. Choose another one.')
})

test.for(['Cara\nBcc: x@y.zz', 'security@example.com', 'Cara <b>', 'https://example.com', 'www.example.com'])(
  'a display name with an address is rejected: %j',
  (name) => {
    expect(messageOf(name)).toBe('Enter a name without an email or web address')
  },
)

test.for(['\u2800', '\u0301', '.', '—'])('a display name without a letter is rejected: %j', (name) => {
  expect(messageOf(name)).toBe('Use a letter or a number')
})

test('a supporter may have no name, but not the site’s', () => {
  expect(OptionalName(60).parse(' ')).toBe('')
  expect(OptionalName(60).safeParse('Tipdrop').success).toBe(false)
})

test.for([
  ['\u202Egpj.exe', 'gpj.exe'],
  ['How I use Tipdrop', 'How I use Tipdrop'],
  ['Files', 'Files'],
  ['🎸', '🎸'],
])('a title is stored without invisible characters: %j', ([typed, stored]) => {
  expect(Title.parse(typed)).toBe(stored)
})

test.for(['Tipdrop', 'Tipdrop Support', 'Тipdrop Team', 'Tipdᴦop', 'From lena@example.com'])(
  'a title that is the site’s name or holds an address is rejected: %s',
  (title) => {
    expect(Title.safeParse(title).success).toBe(false)
  },
)

test('a name from before the rule is cleaned where it is shown, or left out', () => {
  expect(toShownName('\u202EMara')).toBe('Mara')
  expect(toShownName('Tipdrop Support')).toBeNull()
  expect(toShownName(null)).toBeNull()
})

test.each(['<', '1', 'a@', '\ufdfa', '@'])(
  'a name of a million %s is refused at once for its length',
  (letter) => {
    const { error } = DisplayName.safeParse(letter.repeat(1_000_000 / letter.length))

    expect(error?.issues.map(({ message }) => message)).toEqual(['Use 80 characters or fewer'])
  },
)
