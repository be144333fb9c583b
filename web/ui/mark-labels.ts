export type Mark = { x: number; text: string }
export type PlacedMark = Mark & { anchor: 'start' | 'end' | undefined }

const letterWidthPx = 7
const gapPx = 14

/**
 * On which side of its mark each label fits without touching a neighbor; undefined where it fits on neither. The marks
 * are in order of `x`; `x` and `width`, the chart's, are in pixels.
 */
export function placeMarkLabels(marks: ReadonlyArray<Mark>, width: number): Array<PlacedMark> {
  let occupiedUntilPx = 0
  return marks.map(({ x, text }, index) => {
    const neededPx = text.length * letterWidthPx + gapPx
    const anchor =
      x + neededPx <= (marks[index + 1]?.x ?? width) - gapPx / 2
        ? 'start'
        : x - neededPx >= occupiedUntilPx
          ? 'end'
          : undefined
    occupiedUntilPx = anchor === 'start' ? x + neededPx : x + gapPx / 2
    return { x, text, anchor }
  })
}
