import type { Box, Paper, TextStyle } from './skia-paper.ts'

/** Who bought and who sold, or who paid and who is paid. The first line of each is its name. */
export type Party = { label: string; lines: Array<string> }

const caption: TextStyle = { size: 11, color: 'faint' }
const plain: TextStyle = { size: 13 }
const strong: TextStyle = { size: 13, face: 'Strong' }

/** Two columns, also where only one is needed. */
export function twoColumns({ width }: Paper): [Box, Box] {
  const gap = 28
  const half = (width - gap) / 2
  return [
    { x: 0, width: half },
    { x: half + gap, width: half },
  ]
}

/** Both beside each other. */
export function layParties(paper: Paper, parties: ReadonlyArray<Party>): void {
  const boxes = twoColumns(paper)
  paper.columns(
    parties.slice(0, 2).map(({ label, lines }, index) => ({
      ...(boxes[index] ?? boxes[0]),
      paragraphs: [
        [label, caption],
        ...lines.map((line, place): [string, TextStyle] => [line, place === 0 ? strong : plain]),
      ],
    })),
  )
}
