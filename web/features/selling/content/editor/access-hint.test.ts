import { expect, test } from 'vitest'
import { accessHint } from './detail-fields.tsx'

test.each([
  ['stream', ['Course.mkv'], 'Browsers can’t play .mkv files. Buyers will download it.'],
  ['view', ['Course.MKV'], 'Browsers can’t play .mkv files. Buyers will download it.'],
  ['view', ['presets.zip'], 'Browsers can’t show .zip files. Buyers will download it.'],
  ['view', ['README'], 'Browsers can’t show files without an ending. Buyers will download it.'],
  ['view', ['a.pdf', 'x.constructor'], 'Browsers can’t show .constructor files. Buyers will download it.'],
  ['stream', ['Audiobook.m4b', 'Podcast.opus'], 'Buyers play it in their browser.'],
  ['view', ['notes.pdf'], 'Buyers view it in their browser.'],
  ['view', [], 'Buyers view it in their browser.'],
  ['download', ['Course.mkv'], 'Buyers download the file.'],
  ['download', ['Bora.wav', 'Booklet.pdf'], 'Buyers download the file.'],
  [
    'download',
    ['Bora.wav', 'Grado.mp3'],
    'Buyers download the files. With Play and download they can also play them, one after another.',
  ],
] as const)('the hint of %s for %j is %j', (access, fileNames, hint) => {
  expect(accessHint(access, fileNames)).toBe(hint)
})
