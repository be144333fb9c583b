import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import type { Outcome } from './fault-run.ts'

/** A test file of the suite with a larger count in its environment; its last lines when it fails. */
export async function vitestRun(
  file: string,
  { count, env }: { count: number; env: Record<string, string> },
): Promise<Outcome> {
  const child = spawn('vitest', ['run', '--project', 'server', file], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise<number | null>((done, failed) => child.on('error', failed).on('exit', done))
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), exited])
  if (code === 0) return { count, result: '0', hasPassed: true }
  console.error(`${output}\n${errors}`.split('\n').slice(-60).join('\n'))
  return { count, result: `failed: ${file}`, hasPassed: false }
}
