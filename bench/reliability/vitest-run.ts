import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import type { Outcome } from '../../tests/reliability/fault-run.ts'

/** Runs a test file of the suite with another count in its environment, and prints the end of what failed. */
export async function vitestRun(file: string, count: number, countName: string): Promise<Outcome> {
  const child = spawn('vitest', ['run', '--project', 'server', file], {
    env: { ...process.env, [countName]: String(count) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('exit', resolve),
  )
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), exited])
  if (code !== 0) console.error(`${output}\n${errors}`.split('\n').slice(-80).join('\n'))
  return { count, wrong: { 'the test failed': code !== 0 }, notes: file }
}
