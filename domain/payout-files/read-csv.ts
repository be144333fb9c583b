/**
 * The rows of a CSV file, whatever separates its cells: the separator is the one that is most often in the first line. Quoted cells may
 * hold line breaks. Undefined when a quote is never closed.
 */
export function readCsv(file: string): Array<Array<string>> | undefined {
  const text = file.replace(/^\ufeff/, '')
  const separator = separatorOf(text)
  const rows: Array<Array<string>> = []
  let row: Array<string> = []
  let cell = ''
  let isQuoted = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? ''
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text[index + 1] === '"') {
        cell += '"'
        index++
      } else isQuoted = false
    } else if (character === '"' && cell.trim() === '') {
      isQuoted = true
      cell = ''
    } else if (character === separator) {
      row.push(cell.trim())
      cell = ''
    } else if (character === '\n') {
      rows.push([...row, cell.trim()])
      row = []
      cell = ''
    } else if (character !== '\r') cell += character
  }
  if (isQuoted) return undefined
  if (cell.trim() !== '' || row.length > 0) rows.push([...row, cell.trim()])
  return rows.filter((cells) => cells.some((text) => text !== ''))
}

function separatorOf(text: string): string {
  const [firstLine = ''] = text.split('\n', 1)
  const separators = [',', ';', '\t']
  const countOf = (separator: string) => firstLine.split(separator).length
  return separators.reduce((best, separator) => (countOf(separator) > countOf(best) ? separator : best))
}
