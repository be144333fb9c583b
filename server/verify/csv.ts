/**
 * The rows of a CSV file by RFC 4180, with the byte order mark, the quote before a formula and empty rows taken away.
 * Some spreadsheets put semicolons or tabs where commas were.
 */
export function rowsOf(text: string): Array<Array<string>> {
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
  const between = /^"?[^",;\t\n]*"?([,;\t])/.exec(plain)?.[1] ?? ','
  for (let at = 0; at < plain.length; at++) {
    const sign = plain.charAt(at)
    if (quoted && sign === '"' && plain.charAt(at + 1) === '"') {
      cell += '"'
      at += 1
    } else if (sign === '"') quoted = !quoted
    else if (quoted) cell += sign
    else if (sign === between) endCell()
    else if (sign === '\n') endRow()
    else cell += sign
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}
