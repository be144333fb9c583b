import { expect, test } from 'vitest'
import { hasPdfHeader, textCharset } from './download.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')

test.each([
  ['plain letters', Buffer.from('Salt, flour, water.'), 'utf-8'],
  ['UTF-8', Buffer.from('Größe: 5 €, おわり'), 'utf-8'],
  ['UTF-8 cut in a character', Buffer.from('おわり').subarray(0, -1), 'utf-8'],
  [
    'German in cp1252',
    Buffer.concat([latin('Größe: 5 '), Buffer.from([0x80]), latin('uro')]),
    'windows-1252',
  ],
  ['French in cp1252', latin('L’été à Besançon'.replace('’', "'")), 'windows-1252'],
  // 日本語のテキスト, as iconv writes it.
  ['Shift-JIS', Buffer.from('93fa967b8cea82cc8365834c8358836782f0', 'hex'), 'shift_jis'],
  ['EUC-JP', Buffer.from('c6fccbdcb8eca4cea5c6a5ada5b9a5c8', 'hex'), 'euc-jp'],
  ['nothing', Buffer.alloc(0), 'utf-8'],
])('the encoding of %s is found', (_, bytes, charset) => {
  expect(textCharset(bytes)).toBe(charset)
})

test.each([
  ['a header', '%PDF-1.7', true],
  ['a byte order mark and a header', '\xef\xbb\xbf%PDF-1.7', true],
  ['a line break and a header', '\r\n%PDF-1.7', true],
  ['bytes of a mail program and a header', `\0loops.pdf${'\0'.repeat(118)}%PDF-1.7`, true],
  ['HTML and a header', '<html><script>alert(1)</script>\n%PDF-1.7', false],
  ['a byte order mark, HTML and a header', '\xef\xbb\xbf<html>%PDF-1.7', false],
  ['HTML after the header', '%PDF-1.7\n<html>', true],
  ['no header', '%P', false],
])('a file that begins with %s is a PDF: %s', (_, start, isPdf) => {
  expect(hasPdfHeader(latin(start))).toBe(isPdf)
})
