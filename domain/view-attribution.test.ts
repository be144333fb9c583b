import { expect, test } from 'vitest'
import { attributeSource, isHumanUserAgent } from './view-attribution.ts'

const userAgents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22A3354 Instagram 350.0',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (Linux; Android 16; CUBOT X70) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Mobile Safari/537.36 EdgA/150.0',
  'Mozilla/5.0 (Linux; Android 11; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Mobile Safari/537.36 Telegram-Android/11.2.1 (Samsung SM-G998B; Android 11; SDK 30; HIGH)',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Telegram/12.1',
  'Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) discord/1.0.9170 Chrome/128.0 Electron/32.2.2 Safari/537.36',
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Mobile Safari/537.36 Discord-Android/263019',
  '[FBAN/FB4A;FBAV/60.0.0.16.76;FBBV/20086430;FBDM/{density=3.0,width=1080,height=1920};FBLC/en_US;FBCR/;FBPN/com.facebook.katana;FBDV/SM-G900F;FBSV/5.0;]',
]

test.each(userAgents)('%s is a human user agent', (agent) => {
  expect(isHumanUserAgent(agent)).toBe(true)
})

test.each([
  undefined,
  '',
  'curl/8.9.1',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Mozilla/5.0 (compatible; bingbot/2.0)',
  'WhatsApp/2.23.20.0',
  'Twitterbot/1.0',
  'Slackbot-LinkExpanding 1.0',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/153.0.0.0 Safari/537.36',
  'python-requests/2.32',
  'TelegramBot (like TwitterBot)',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'Mozilla/5.0 (compatible; TelegramBot/1.0)',
])('%s is not a human user agent', (agent) => {
  expect(isHumanUserAgent(agent)).toBe(false)
})

const sourceFrom = (input: Partial<Parameters<typeof attributeSource>[0]>) =>
  attributeSource({ utmParameters: '', referrer: '', ownHost: 'tips.example.com', ...input })

test('a sale’s referrer is stored as a parameter, and utm_source takes precedence over it', () => {
  expect(sourceFrom({ utmParameters: 'referrer=www.forum.example.org' })).toBe('forum.example.org')
  expect(sourceFrom({ utmParameters: 'utm_source=news&referrer=forum.example.org' })).toBe('news')
})

test('utm_source takes precedence over the referrer', () => {
  const utmParameters = 'utm_campaign=may&utm_source=News+Letter'

  expect(sourceFrom({ utmParameters, referrer: 'mail.example.org' })).toBe('news letter')
  expect(sourceFrom({ utmParameters: 'utm_source=%E0%A4%A' })).toBe('%e0%a4%a')
  expect(sourceFrom({ utmParameters: 'utm_medium=mail', referrer: 'www.instagram.com' })).toBe(
    'instagram.com',
  )
})

test('our own host and invalid hosts give an empty source', () => {
  expect(sourceFrom({ referrer: 'tips.example.com' })).toBe('')
  expect(sourceFrom({ referrer: 'TIPS.example.com:443' })).toBe('')
  expect(sourceFrom({ referrer: 'a b' })).toBe('')
  expect(sourceFrom({ referrer: '<script>' })).toBe('')
  expect(sourceFrom({})).toBe('')
})

test('a source has at most 60 characters and no line breaks', () => {
  expect(sourceFrom({ utmParameters: `utm_source=${'a'.repeat(200)}` })).toHaveLength(60)
  expect(sourceFrom({ utmParameters: 'utm_source=a%0Ab%00c' })).toBe('a b c')
  expect(sourceFrom({ utmParameters: `utm_source=${'a'.repeat(59)}🎸` })).toBe('a'.repeat(59))
  expect(sourceFrom({ utmParameters: 'utm_source=radio%20%F0%9F%8E' })).toBe('radio')
})
