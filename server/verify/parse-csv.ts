/**
 * The rows of a CSV file by RFC 4180, without the byte order mark, escaping quotes and empty rows. Semicolons and
 * tabs, which some spreadsheets write, are accepted too.
 */
export function parseCsv(text: string): Array<Array<string>> {
  const rows: Array<Array<string>> = []
  let row: Array<string> = []
  let cell = ''
  let quoted = false
  const endCell = () => {
    row.push(cell.replace(/^'(?=[=+\-@\t\r])/, ''))
    cell = ''
  }
  const endRow = () => {
    endCell()
    if (row.some((text) => text !== '')) rows.push(row)
    row = []
  }
  const plain = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
  const delimiter = /^"?[^",;\t\n]*"?([,;\t])/.exec(plain)?.[1] ?? ','
  for (let at = 0; at < plain.length; at++) {
    const character = plain.charAt(at)
    if (quoted && character === '"' && plain.charAt(at + 1) === '"') {
      cell += '"'
      at += 1
    } else if (character === '"') quoted = !quoted
    else if (quoted) cell += character
    else if (character === delimiter) endCell()
    else if (character === '\n') endRow()
    else cell += character
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}
