/** The row moved to this index of the list. */
export function moveTo<Row extends { key: string }>(
  list: ReadonlyArray<Row>,
  key: string,
  index: number,
): ReadonlyArray<Row> {
  const from = list.findIndex((row) => row.key === key)
  const moved = list[from]
  if (!moved || from === index) return list
  const others = list.toSpliced(from, 1)
  return others.toSpliced(Math.max(0, Math.min(index, others.length)), 0, moved)
}
