import { describe, expect, test } from 'vitest'
import { embeddedCover } from './embedded-cover.ts'

const jpeg = [0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]
const png = [0x89, ...letters('PNG'), 13, 10, 26, 10, 4, 5]

function letters(text: string): Array<number> {
  return [...text].map((letter) => letter.charCodeAt(0))
}

function number(value: number): Array<number> {
  return [24, 16, 8, 0].map((shift) => (value >> shift) & 255)
}

function box(name: string, ...content: Array<number>): Array<number> {
  return [...number(8 + content.length), ...letters(name), ...content]
}

const fileOf = (...bytes: Array<number>) => new Blob([new Uint8Array(bytes)])

async function pictureIn(file: Blob) {
  const cover = await embeddedCover(file)
  return cover && { type: cover.type, bytes: [...new Uint8Array(await cover.arrayBuffer())] }
}

const id3 = (picture: Array<number>) => {
  const frame = [0, ...letters('image/jpeg'), 0, 3, ...letters('Front'), 0, ...picture]
  const tag = [...letters('APIC'), ...number(frame.length), 0, 0, ...frame]
  return fileOf(...letters('ID3'), 3, 0, 0, 0, 0, 0, tag.length, ...tag)
}

const flac = (picture: Array<number>) => {
  const type = letters('image/png')
  const block = [...number(3), ...number(type.length), ...type, ...number(0), ...number(1), ...number(1)]
  const whole = [...block, ...number(24), ...number(0), ...number(picture.length), ...picture]
  return fileOf(...letters('fLaC'), 0, 0, 0, 2, 9, 9, 128 + 6, ...number(whole.length).slice(1), ...whole)
}

const m4a = (picture: Array<number>) => {
  const data = box('data', 0, 0, 0, 13, 0, 0, 0, 0, ...picture)
  const meta = box(
    'meta',
    0,
    0,
    0,
    0,
    ...box('hdlr', 7),
    ...box('ilst', ...box('©nam'), ...box('covr', ...data)),
  )
  return fileOf(
    ...box('ftyp', ...letters('M4A ')),
    ...box('mdat', 1, 2),
    ...box('moov', ...box('udta', ...meta)),
  )
}

describe('the picture that a recording brings along', () => {
  test.each([
    ['an MP3', id3(jpeg), 'image/jpeg', jpeg],
    ['a FLAC', flac(png), 'image/png', png],
    ['an M4A', m4a(jpeg), 'image/jpeg', jpeg],
  ])('is read from %s', async (_, file, type, bytes) => {
    expect(await pictureIn(file)).toEqual({ type, bytes })
  })

  test.each([
    ['an MP3 whose picture is none', id3(letters('no picture'))],
    ['a FLAC without one', fileOf(...letters('fLaC'), 128, 0, 0, 2, 9, 9)],
    ['an M4A that ends early', fileOf(...box('ftyp', 1), ...number(900), ...letters('moov'))],
    ['a box of no size', fileOf(...box('ftyp', 1), ...number(0), ...letters('free'))],
    ['another file', fileOf(...letters('RIFF1234WAVE'))],
    ['an empty one', fileOf()],
  ])('is none in %s', async (_, file) => {
    expect(await pictureIn(file)).toBeUndefined()
  })
})
