import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { freePort, waitForOk } from '../server-process.ts'

export type Proxy = { url: string; kind: string; stop(): Promise<void> }

/**
 * nginx with what deploy/nginx/tipdrop.conf sets, if it is installed (`NGINX_PATH` names another one). Otherwise a small
 * proxy of our own, which does the same.
 */
export async function startProxy(ports: Array<number>): Promise<Proxy> {
  const program = process.env.NGINX_PATH ?? 'nginx'
  const isInstalled = spawnSync(program, ['-v']).error === undefined
  return isInstalled ? startNginx(program, ports) : startOwnProxy(ports)
}

async function startNginx(program: string, ports: Array<number>): Promise<Proxy> {
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-nginx-'))
  const port = await freePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const config = `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 2; daemon off;
    events { worker_connections 1024; }
    http {
      access_log off;
      keepalive_requests 10000000;
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
      upstream tipdrop {
        ${ports.map((upstream) => `server 127.0.0.1:${upstream} max_fails=0;`).join(' ')}
        keepalive 64;
        keepalive_requests 10000000;
      }
      server {
        listen 127.0.0.1:${port};
        client_max_body_size 6g;
        location / {
          proxy_pass http://tipdrop;
          proxy_http_version 1.1;
          proxy_set_header Connection "";
          proxy_set_header Host $http_host;
          proxy_set_header X-Forwarded-For $remote_addr;
          proxy_set_header X-Request-Id $request_id;
          proxy_request_buffering off;
          proxy_read_timeout 120s;
          proxy_next_upstream error timeout http_503;
          proxy_next_upstream_tries 3;
        }
      }
    }`
  await writeFile(join(folder, 'nginx.conf'), config)
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  await waitForOk(`${url}/health`, () => child.exitCode !== null)
  return {
    url,
    kind: 'nginx',
    async stop() {
      await end(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function end(child: ChildProcess): Promise<unknown> {
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  return ended
}

/** Round robin. Exported for its test. */
export async function startOwnProxy(ports: Array<number>): Promise<Proxy> {
  let next = 0
  const server = createServer((incoming, response) => {
    next += 1
    const order = ports.map((_, index) => ports[(next + index) % ports.length] ?? 0)
    forward(incoming, response, order)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy is not listening')
  return {
    url: `http://127.0.0.1:${address.port}`,
    kind: 'a proxy of Node',
    async stop() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/**
 * Tries the next process as nginx does: after a refused connection, and for a request that may be repeated also after a
 * broken connection or 503. A request with a body gets a new connection, and its body is read once that is open, so the
 * next process gets all of it. A response that breaks off ends the client's connection.
 */
function forward(
  incoming: IncomingMessage,
  response: ServerResponse,
  [port, ...others]: Array<number>,
): void {
  // The client may have left while another process was asked.
  if (response.destroyed) return
  if (port === undefined) {
    response.writeHead(502).end()
    return
  }
  const { method, url, headers } = incoming
  const canRepeat = method === 'GET' || method === 'HEAD'
  const options = { host: '127.0.0.1', port, method, path: url, headers }
  let isSent = canRepeat
  let isReplaced = false
  const upstream = request({ ...options, ...(!canRepeat && { agent: false }) }, (answer) => {
    if (canRepeat && answer.statusCode === 503 && others.length > 0) {
      isReplaced = true
      answer.resume()
      return forward(incoming, response, others)
    }
    if (response.destroyed) return void upstream.destroy()
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    pipeline(answer, response, () => undefined)
  })
  upstream.on('error', () => {
    if (isReplaced) return
    if (response.headersSent) return response.destroy()
    if (canRepeat || !isSent) return forward(incoming, response, others)
    response.writeHead(502).end()
  })
  response.once('close', () => upstream.destroy())
  if (canRepeat) return void upstream.end()
  upstream.once('socket', (socket) =>
    socket.once('connect', () => {
      isSent = true
      incoming.pipe(upstream)
    }),
  )
}
