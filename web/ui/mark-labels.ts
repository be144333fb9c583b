export type Mark = { x: number; text: string }
export type PlacedMark = Mark & { anchor: 'start' | 'end' | undefined }

const letterWidthPx = 7
const gapPx = 14

/**
 * On which side of its mark each label fits without touching a neighbor; undefined where it fits on neither. The marks
 * are in order, `width` is the chart's.
 */
export function placeMarkLabels(marks: ReadonlyArray<Mark>, width: number): Array<PlacedMark> {
  let takenUntil = 0
  return marks.map(({ x, text }, index) => {
    const needed = text.length * letterWidthPx + gapPx
    const anchor =
      x + needed <= (marks[index + 1]?.x ?? width) - gapPx / 2
        ? 'start'
        : x - needed >= takenUntil
          ? 'end'
          : undefined
    takenUntil = anchor === 'start' ? x + needed : x + gapPx / 2
    return { x, text, anchor }
  })
}
