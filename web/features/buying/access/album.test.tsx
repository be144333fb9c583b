import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ContentPart } from '../../../../contract/parts.ts'
import type { PurchaseAccess } from '../../../../contract/purchases.ts'
import { access, album, picture, token, track } from '../../../../tests/support/island-pages.ts'
import { Album } from './album.tsx'
import { AlbumDownload } from './album-actions.tsx'
import { partNames } from './part-names.ts'
import { withheldNoun } from './purchased-content.tsx'

const purchaseOf = ([first, ...others]: Array<ContentPart>, change: Partial<PurchaseAccess> = {}) => {
  if (!first) throw new Error('An item has a part')
  return { ...access(first, ...others), ...change }
}
const page = (parts: Array<ContentPart>, change?: Partial<PurchaseAccess>) =>
  renderToStaticMarkup(<Album access={purchaseOf(parts, change)} />)

/** The rows of the list, one each. */
const rowsOf = (html: string) => html.split('<li ').slice(1)
const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

test('each part has its row below its section, with what its kind can do', () => {
  const html = page(album)
  const [first, , pdf, zip, link, text] = rowsOf(html)

  expect([...html.matchAll(/<h3[^>]*>([^<]*)</g)].map(([, section]) => section)).toEqual(['Out', 'Extras'])
  expect(rowsOf(html)).toHaveLength(6)
  expect(first).toContain(`href="/access/${token}/file?as=inline&amp;part=1"`)
  expect(first).toContain('aria-label="Play Breakwater"')
  expect(first).toContain(`href="/access/${token}/file?as=attachment&amp;part=1"`)
  expect(pdf).toContain('<details name="open-part"')
  expect(textOf(pdf ?? '')).toContain('Booklet PDF, 1.9 MB Read Close')
  expect(zip).not.toMatch(/<details|as=inline/)
  expect(zip).toContain('Download Stems')
  expect(link).toMatch(/href="https:..film.example.salt"[^>]*target="_blank"/)
  expect(link).not.toContain('as=attachment')
  expect(textOf(text ?? '')).toContain('Text, 1 min read')
  expect(text).toContain('Open G, capo 2.')
})

test('a file that opens in its row is not loaded with the page', () => {
  const html = page([...album, picture({ id: 7, name: 'Cover.jpg' })])

  expect(html).not.toMatch(/<iframe|<img/)
})

test('the player has all recordings, and a video only where there is one', () => {
  const video = { ...track({ id: 8, name: 'Film.mp4' }), type: 'video/mp4' } as ContentPart

  expect(page(album)).toContain(`<audio src="/access/${token}/file?as=inline&amp;part=1"`)
  expect(page(album)).toContain('aria-label="Next track"')
  // Otherwise the visit itself would open the purchase.
  expect(page(album)).toContain('preload="none"')
  expect(page([...album, video])).toContain('<video')
  expect(page(album.slice(2))).not.toMatch(/<audio|<video/)
})

test('missing files stay in place without buttons, and are said once with the refund', () => {
  const lost = {
    ...track({ id: 2, name: 'Lagoon.wav' }),
    url: null,
    missingSince: '2026-11-25T10:00:00.000Z',
  }
  const html = page([...album.filter(({ id }) => id !== 2), lost as ContentPart])
  const row = rowsOf(html).at(-1) ?? ''

  expect(textOf(html)).toContain('1 of 6 parts can’t be delivered right now')
  expect(textOf(html)).toContain('We’ve asked Mara to upload it again. Everything else is ready.')
  expect(html).toContain(`href="https://tipdrop.example/access/${token}/refund"`)
  expect(textOf(html)).toContain('Refund $5.00')
  expect(textOf(row)).toContain('Lagoon Missing since Nov 25, 2026')
  expect(row).not.toContain('<a ')
})

test('without a right to a refund, missing files are said without it', () => {
  const lost = { ...track({ id: 2, name: 'Lagoon.wav' }), url: null } as ContentPart
  const whole = purchaseOf([...album.slice(2), lost])
  const purchase = { ...whole.purchase, refundStatus: 'unavailable' as const }

  expect(textOf(renderToStaticMarkup(<Album access={{ ...whole, purchase }} />))).not.toMatch(
    /refund|money back/i,
  )
})

test('three pictures are squares, of which nine are shown first; two are rows', () => {
  const pictures = (count: number) =>
    Array.from({ length: count }, (_, index) => picture({ id: index + 1, name: `Harbor ${index + 1}.jpg` }))
  const many = page(pictures(18))

  expect(page(pictures(2))).not.toContain('<img')
  expect(page(pictures(3))).toContain(`src="/access/${token}/thumbnail?part=1"`)
  expect(many.match(/<img/g)).toHaveLength(18)
  expect(many).toMatch(/href="#pictures"[^>]*><b[^>]*>\+9</)
  expect(page(pictures(10))).not.toContain('Show all')
  expect(many).toContain('18 images')
  expect(many).toContain(`href="/access/${token}/file?as=attachment&amp;part=18"`)
})

test('what is withheld is not listed, and its files are', () => {
  const html = page(album, { isWithheld: true })

  expect(rowsOf(html)).toHaveLength(4)
  expect(html).not.toMatch(/film\.example|capo/)
})

test('a withheld purchase says what it has', () => {
  const [link, text] = album.slice(4)
  const sentence = (...parts: Array<ContentPart | undefined>) => {
    const { noun, isOne } = withheldNoun([...album.slice(0, 1), ...parts.flatMap((part) => part ?? [])])
    return `Your ${noun} ${isOne ? 'is' : 'are'} ready`
  }

  expect(sentence(link)).toBe('Your link is ready')
  expect(sentence(text, text)).toBe('Your texts are ready')
  expect(sentence(link, text)).toBe('Your links and texts are ready')
})

const downloadOf = (change: Partial<PurchaseAccess>, parts = album) =>
  renderToStaticMarkup(<AlbumDownload access={purchaseOf(parts, change)} variant="primary" />)

test('the button for all parts says how many files and how large; above the limit it leads to the list', () => {
  const archive = { fileCount: 84, size: 27_900_000_000, isTooLarge: true }
  const lost = { ...track({ id: 2, name: 'Lagoon.wav' }), url: null } as ContentPart

  expect(textOf(downloadOf({}))).toContain('Download all · 3.2 GB')
  expect(downloadOf({})).toContain(`href="/access/${token}/file?part=all"`)
  expect(textOf(downloadOf({}, [...album, lost]))).toContain('Download 13 files · 3.2 GB')
  expect(textOf(downloadOf({ archive }))).toContain('Download one by one')
  expect(textOf(downloadOf({ archive }))).toContain('26 GB in 84 files is too large for one ZIP.')
  expect(downloadOf({ archive })).not.toContain('part=all')
  expect(downloadOf({ archive: null })).toBe('')
})

test('files are named without their ending, unless two would have the same name', () => {
  const parts = [
    track({ id: 1, name: 'Rain.wav' }),
    track({ id: 2, name: 'Rain.mp3' }),
    track({ id: 3, name: 'Rain.wav', section: 'Live' }),
  ]

  expect([...partNames([...parts, ...album.slice(3, 5)]).values()]).toEqual([
    'Rain.wav',
    'Rain.mp3',
    'Rain',
    'Stems',
    'The film',
  ])
})
