import { spawn } from 'node:child_process'

export type ToolRun = { code: number | null; output: string }

/** Runs a tool of the build, such as `backup`, with these settings and no others. */
export async function runTool(
  name: string,
  args: Array<string>,
  settings: Record<string, string>,
): Promise<ToolRun> {
  const child = spawn(process.execPath, [`dist/${name}.js`, ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text
    })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}
