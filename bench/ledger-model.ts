import { spawn } from 'node:child_process'
import type { Measurement } from './report.ts'

/** The ledger's model test with more operations than in the test suite. */
export async function moneyModel(operations: number): Promise<Array<Measurement>> {
  const started = performance.now()
  const child = spawn('vitest', ['run', '--project', 'server', 'tests/ledger-model.test.ts'], {
    env: { ...process.env, MODEL_OPERATIONS: String(operations) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('exit', resolve),
  )
  const seconds = Math.round((performance.now() - started) / 1000)
  return [
    {
      what: `${operations.toLocaleString('en-US')} random ledger operations in ${seconds} s: wrong balances, payouts or grants`,
      measured: code === 0 ? '0' : 'some: run tests/ledger-model.test.ts',
      target: '0',
    },
  ]
}
