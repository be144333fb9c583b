import { Disclosure } from './disclosure.tsx'

type ChartDataTableProps = {
  title: string
  columns: ReadonlyArray<string>
  points: ReadonlyArray<{ label: string; cells: ReadonlyArray<string> }>
}

/** A chart's values as a table, for screen readers and anyone who prefers numbers. */
export function ChartDataTable({ title, columns, points }: ChartDataTableProps) {
  return (
    <Disclosure summary="View as table" className="text-ink-faint text-sm open:basis-full">
      <div className="max-h-72 overflow-auto rounded-sm border border-line">
        <table className="w-full text-ink">
          <caption className="sr-only">{title}</caption>
          <thead className="sticky top-0 bg-sunken text-left">
            <tr>
              {columns.map((column, index) => (
                <th key={column} scope="col" className={index === 0 ? 'px-3 py-2' : 'px-3 py-2 text-right'}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map(({ label, cells }) => (
              <tr key={label} className="border-line border-t">
                <th scope="row" className="px-3 py-1.5 text-left font-normal">
                  {label}
                </th>
                {cells.map((text, index) => (
                  <td key={columns[index + 1]} className="px-3 py-1.5 text-right">
                    {text}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Disclosure>
  )
}
