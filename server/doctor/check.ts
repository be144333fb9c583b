/**
 * `fail`: the instance does not work. `warn`: it works, but not as it should. `skip`: it could not be tried, because of
 * another line. `ok`: nothing to do. What is wrong always has a sentence of what to do.
 */
export type CheckResult =
  | { level: 'ok' | 'skip'; detail: string }
  | { level: 'warn' | 'fail'; detail: string; fix: string }

/** A printed line. */
export type Line = CheckResult & { name: string }

export type Check = {
  name: string
  /** What to do when it throws, or does not end in time. */
  fix: string
  /** The settings that it tries, or how their names begin. While one of them is wrong, it is not tried. */
  settings?: ReadonlyArray<string>
  /** What it waits for. The time limit begins afterwards. */
  after?: Promise<unknown>
  /** The result, or one line for each thing that was looked at. */
  run(): Promise<CheckResult | Array<Line>>
}

export const ok = (detail: string): CheckResult => ({ level: 'ok', detail })
export const skip = (detail: string): CheckResult => ({ level: 'skip', detail })
export const warn = (detail: string, fix: string): CheckResult => ({ level: 'warn', detail, fix })
export const fail = (detail: string, fix: string): CheckResult => ({ level: 'fail', detail, fix })

const defaultTimeoutMs = 15_000

type Options = {
  /** Called with each line in the order of the checks, as soon as it and those before it are known. */
  onLine(line: Line): void
  /** Settings that are wrong. */
  wrongSettings?: ReadonlyArray<string>
  timeoutMs?: number
}

/** Runs the checks at the same time, each with a time limit. Returns their lines. */
export async function runChecks(
  checks: ReadonlyArray<Check>,
  { onLine, wrongSettings = [], timeoutMs = defaultTimeoutMs }: Options,
): Promise<Array<Line>> {
  const running = checks.map((check) => runCheck(check, { wrongSettings, timeoutMs }))
  const lines: Array<Line> = []
  for (const results of running) {
    for (const line of await results) {
      onLine(line)
      lines.push(line)
    }
  }
  return lines
}

type Limits = { wrongSettings: ReadonlyArray<string>; timeoutMs: number }

async function runCheck(check: Check, { wrongSettings, timeoutMs }: Limits): Promise<Array<Line>> {
  const { name, fix, settings = [], after, run } = check
  const wrong = wrongSettings.find((setting) => settings.some((start) => setting.startsWith(start)))
  if (wrong) return [{ name, ...skip(`${wrong} is wrong`) }]
  await after?.catch(() => undefined)
  const result = await withTimeout(run, timeoutMs).catch((error: unknown) => fail(firstLine(error), fix))
  return Array.isArray(result) ? result : [{ name, ...result }]
}

function withTimeout<T>(run: () => Promise<T>, timeoutMs: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`No answer in ${timeoutMs / 1_000} seconds`)), timeoutMs)
  return Promise.race([run(), promise]).finally(() => clearTimeout(timer))
}

/** Without SQL: a failed query has its cause, which says what is wrong. */
function firstLine(error: unknown): string {
  const { message } = Object(causeOf(error))
  return (
    String(message ?? error)
      .split('\n')[0]
      ?.trim() || 'It failed without a reason'
  )
}

/** The error inside of the wrappers of libraries. */
export function causeOf(error: unknown): unknown {
  const { cause } = Object(error)
  return cause instanceof Error ? causeOf(cause) : error
}

const nameWidth = 17
const indent = ' '.repeat(6 + nameWidth)

/** A line as it is printed, with what to do below it. */
export function lineText(line: Line): string {
  const text = `${line.level.padEnd(5)} ${line.name.padEnd(nameWidth)} ${line.detail}`
  return 'fix' in line ? `${text}\n${indent} → ${line.fix}` : text
}

/** What was not tried, in one line for each reason. */
export function skippedText(lines: ReadonlyArray<Line>): Array<string> {
  const skipped = lines.filter(({ level }) => level === 'skip')
  const byReason = Map.groupBy(skipped, ({ detail }) => detail)
  return [...byReason].map(([detail, group]) =>
    lineText({ name: 'not tried', ...skip(`${detail}: ${group.map(({ name }) => name).join(', ')}`) }),
  )
}

/** The last line: how many are well, and the names of those that are not. */
export function summaryText(lines: ReadonlyArray<Line>): string {
  const namesOf = (level: Line['level']) =>
    lines.filter((line) => line.level === level).map(({ name }) => name)
  const part = (words: string, names: Array<string>) =>
    names.length === 0 ? [] : [`${names.length} ${words} (${[...new Set(names)].join(', ')})`]
  const warnings = namesOf('warn')
  return [
    `${namesOf('ok').length} ok`,
    ...(namesOf('skip').length > 0 ? [`${namesOf('skip').length} not tried`] : []),
    ...part(warnings.length === 1 ? 'warning' : 'warnings', warnings),
    ...part('failed', namesOf('fail')),
  ].join(', ')
}
