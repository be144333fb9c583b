import { describe, expect, test } from 'vitest'
import { partEntry as part } from '../../../../../../tests/support/part-entry.ts'
import { moveTo } from '../../../../../shared/row-order.ts'
import {
  addParts,
  canMoveBy,
  changePart,
  moveBy,
  moveToSection,
  type PartList,
  partNameProblem,
  partsOf,
  partsOfSection,
  placeSentence,
  renameSection,
  type SectionEntry,
  sectionNameProblem,
  sectionNames,
  withFreeName,
} from './entries.ts'

const section = (name: string): SectionEntry => ({ type: 'section', key: `section ${name}`, name })
/** `a [Out] b c [Back] d` as a line. */
const line = (list: PartList) =>
  list.map((entry) => (entry.type === 'section' ? `[${entry.name}]` : entry.key)).join(' ')

const list: PartList = [part('a'), section('Out'), part('b'), part('c'), section('Back'), part('d')]

describe('the order of parts', () => {
  test.each<[string, -1 | 1, string]>([
    ['c', -1, 'a [Out] c b [Back] d'],
    ['c', 1, 'a [Out] b [Back] c d'],
    ['d', -1, 'a [Out] b c d [Back]'],
    ['b', -1, 'a b [Out] c [Back] d'],
    ['a', -1, 'a [Out] b c [Back] d'],
    ['d', 1, 'a [Out] b c [Back] d'],
  ])('%s moved by %i gives %s', (key, step, expected) => {
    expect(line(moveBy(list, key, step))).toBe(expected)
  })

  test('a part moves over one that was removed', () => {
    const removed = changePart([part('a'), part('b'), part('c')], 'b', { isRemoved: true })

    expect(line(moveBy(removed, 'c', -1))).toBe('c a b')
    expect(canMoveBy(changePart(removed, 'a', { isRemoved: true }), 'c', -1)).toBe(false)
  })

  test('a part is dropped at an index of the list', () => {
    expect(line(moveTo(list, 'd', 0))).toBe('d a [Out] b c [Back]')
    expect(line(moveTo(list, 'a', 99))).toBe('[Out] b c [Back] d a')
    expect(moveTo(list, 'a', 0)).toBe(list)
    expect(moveTo(list, 'unknown', 2)).toBe(list)
  })

  test('a moved part goes to the end of its new section', () => {
    expect(line(moveToSection(list, 'a', 'section Out'))).toBe('[Out] b c a [Back] d')
    expect(line(moveToSection(list, 'b', 'section Back'))).toBe('a [Out] c [Back] d b')
    expect(line(moveToSection(list, 'd', undefined))).toBe('a d [Out] b c [Back]')
  })

  test('the place of a part is said with its section', () => {
    expect(placeSentence(list, 'a')).toBe('a is number 1 of 4.')
    expect(placeSentence(list, 'd')).toBe('d is number 4 of 4, in Back.')
    expect(placeSentence(list, 'unknown')).toBe('')
  })
})

describe('sections', () => {
  test('a part is in the section of the heading above it', () => {
    expect(Object.fromEntries(sectionNames(list))).toEqual({ a: '', b: 'Out', c: 'Out', d: 'Back' })
    expect(partsOfSection(list, 'section Out').map(({ key }) => key)).toEqual(['b', 'c'])
    expect(partsOfSection(list, 'section Back').map(({ key }) => key)).toEqual(['d'])
  })

  test('the files of a folder go to the section with its name, or to a new one', () => {
    expect(line(addParts(list, [part('e')], section('Out')))).toBe('a [Out] b c e [Back] d')
    expect(line(addParts(list, [part('e'), part('f')], section('Extras')))).toBe(
      'a [Out] b c [Back] d [Extras] e f',
    )
    expect(line(addParts(list, [part('e')]))).toBe('a [Out] b c [Back] d e')
  })

  test('a section without a name is no longer a section, and its parts stay', () => {
    expect(line(renameSection(list, 'section Out', 'Side A'))).toBe('a [Side A] b c [Back] d')
    expect(line(renameSection(list, 'section Back', ''))).toBe('a [Out] b c d')
  })

  test('two sections can’t have the same name, nor two parts of one section', () => {
    expect(sectionNameProblem(list, 'section Out', 'Back')).toBe('You already have a section “Back”.')
    expect(sectionNameProblem(list, 'section Out', 'Out')).toBeUndefined()
    expect(sectionNameProblem(list, 'section Out', 'x'.repeat(81))).toBe('Use 80 characters or fewer')
    expect(partNameProblem(list, 'b', 'c')).toBe('Another part of this section has this name.')
    expect(partNameProblem(list, 'b', 'd')).toBeUndefined()
    expect(partNameProblem(changePart(list, 'c', { isRemoved: true }), 'b', 'c')).toBeUndefined()
  })
})

test('a part that is kept beside one of the same name gets a number', () => {
  const twice = [
    part('a', { name: 'Booklet' }),
    part('b', { name: 'Booklet' }),
    part('c', { name: 'Booklet (2)' }),
  ]

  expect(withFreeName(twice, 'b').map(({ name }) => name)).toEqual(['Booklet', 'Booklet (3)', 'Booklet (2)'])
  expect(withFreeName(list, 'b')).toEqual(list)
})

test('a removed part is none of the item’s parts', () => {
  expect(partsOf(changePart(list, 'c', { isRemoved: true })).map(({ key }) => key)).toEqual(['a', 'b', 'd'])
})
