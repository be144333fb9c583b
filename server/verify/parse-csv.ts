import { parse } from 'csv-parse/sync'

/** The rows of a CSV file as we write it, or as a spreadsheet saved it again, without the quote before a formula. */
export function parseCsv(text: string): Array<Array<string>> {
  return parse(text, {
    bom: true,
    delimiter: findDelimiter(text),
    relaxColumnCount: true,
    relaxQuotes: true,
    skipRecordsWithError: true,
    skipRecordsWithEmptyValues: true,
    cast: (cell) => cell.replace(/^'(?=[=+\-@\t\r])/, ''),
  })
}

/** Some spreadsheets save semicolons or tabs instead of commas. */
function findDelimiter(text: string): string {
  return /^\ufeff?"?[^",;\t\n]*"?([,;\t])/.exec(text)?.[1] ?? ','
}
