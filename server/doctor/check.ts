/** `fail`: the instance does not work. `warn`: it works, but not as it should. `ok`: nothing to do. */
export type CheckResult = { level: 'ok' | 'warn' | 'fail'; detail: string; fix?: string }
export type Check = { name: string; run(): Promise<CheckResult> }

export const ok = (detail: string): CheckResult => ({ level: 'ok', detail })
export const warn = (detail: string, fix: string): CheckResult => ({ level: 'warn', detail, fix })
export const fail = (detail: string, fix: string): CheckResult => ({ level: 'fail', detail, fix })

const timeoutMs = 15_000

/** Runs the checks one after the other and prints a line for each. Returns the results. */
export async function runChecks(
  checks: Array<Check>,
  print: (line: string) => void,
): Promise<Array<CheckResult>> {
  const results: Array<CheckResult> = []
  for (const { name, run } of checks) {
    const result = await withTimeout(run).catch((error: unknown) =>
      fail(error instanceof Error ? error.message : String(error), 'See docs/operate/configure.md.'),
    )
    print(`${result.level.padEnd(5)} ${name.padEnd(14)} ${result.detail}`)
    if (result.fix) print(`      ${''.padEnd(14)} → ${result.fix}`)
    results.push(result)
  }
  return results
}

function withTimeout(run: () => Promise<CheckResult>): Promise<CheckResult> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`No answer in ${timeoutMs / 1_000} seconds`)), timeoutMs)
  return Promise.race([run(), promise]).finally(() => clearTimeout(timer))
}
