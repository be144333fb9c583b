/**
 * Numbers that no document has, though a higher one of the series and year exists: `series`, `year`, and the first and
 * last missing one. At most 100 gaps.
 */
export const gapsSql = `select series, year, before + 1 as first, number - 1 as last from (
    select series, year, number, lag(number, 1, 0) over (partition by series, year order by number) as before
    from documents
  ) numbered where number <> before + 1 order by series, year, number limit 100`
