import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type Server } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { RefusedAddressError } from '../../ports/outside.ts'
import { createOutside } from './outside.ts'
import { isPublicAddress } from './public-address.ts'

const post = { headers: { ttl: '60' }, body: Buffer.from('hello') }

function listen(handle: RequestListener) {
  const server = createServer(handle)
  onTestFinished(() => server.closeAllConnections())
  return listenOn(server)
}

async function listenOn(server: Server) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening')
  return address.port
}

/** A name server that gives another answer each time. */
function answers(...each: Array<Array<string>>) {
  const asked: Array<string> = []
  const lookup = async (name: string) => {
    asked.push(name)
    const addresses = each[Math.min(asked.length, each.length) - 1] ?? []
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
  return { asked, lookup }
}

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '168.63.129.15',
  '223.255.255.255',
  '2001:4860:4860::8888',
  '2606:4700::1111',
  '2a00:1450:4001:82a::200a',
  '2001:200::1',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.100.100.200',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '169.254.170.2',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.255.255',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:7f00:1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::10.0.0.1',
  '100::1',
  '2001::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  '2002:a9fe:a9fe::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fd20:ce::254',
  'fe80::1',
  'fe80::1%eth0',
  '2606:4700::1111%eth0',
  'fec0::1',
  'ff02::1',
  '',
  'localhost',
  '2130706433',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each([
  'http://push.example.com/a',
  'https://push.example.com:22/',
  'https://push.example.com:80/',
  'https://push.example.com:8080/',
  'https://user:secret@push.example.com/',
  'ftp://push.example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'not a URL',
  '',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://127.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[fe80::1]/',
])('%s is refused before its name is looked up', async (address) => {
  const { asked, lookup } = answers(['8.8.8.8'])
  const outside = createOutside({ allowedOrigins: [], lookup })

  expect(() => outside.check(address)).toThrow(RefusedAddressError)
  await expect(outside.post(address, post)).rejects.toThrow(RefusedAddressError)
  expect(asked).toEqual([])
})

test.each(['https://push.example.com/a', 'https://push.example.com:8443/', 'https://8.8.8.8/'])(
  '%s may be called',
  (address) => {
    expect(() => createOutside({ allowedOrigins: [] }).check(address)).not.toThrow()
  },
)

test.each([
  [['127.0.0.1']],
  [['8.8.8.8', '10.0.0.1']],
  [['2606:4700::1111', '::1']],
  [['::ffff:169.254.169.254']],
])('a name that answers with %j is refused', async (addresses) => {
  const outside = createOutside({ allowedOrigins: [], ...answers(addresses) })

  await expect(outside.post('https://push.example.com/', post)).rejects.toThrow(
    'push.example.com is an address inside the network',
  )
})

test('a name without an address is no refusal, because it may get one', async () => {
  const outside = createOutside({ allowedOrigins: [], ...answers([]) })

  const call = outside.post('https://push.example.com/', post)

  await expect(call).rejects.toThrow('push.example.com has no address')
  await expect(call).rejects.not.toThrow(RefusedAddressError)
})

test('it connects to the address that was judged, whatever the name answers next', async () => {
  const got: Array<unknown> = []
  const port = await listen((request, response) => {
    request.on('data', (chunk: Buffer) => got.push([request.method, request.headers.host, chunk.toString()]))
    response.writeHead(201).end('thanks')
  })
  // Nobody has this name, so a second look-up would find nothing, or the second answer.
  const origin = `http://rebinding.invalid:${port}`
  const { asked, lookup } = answers(['127.0.0.1'], ['169.254.169.254'])
  const outside = createOutside({ allowedOrigins: [origin], lookup, timeoutMs: 2_000 })

  const answer = await outside.post(`${origin}/a?b=1`, post)

  expect(answer).toEqual({ status: 201, text: 'thanks' })
  expect(asked).toEqual(['rebinding.invalid'])
  expect(got).toEqual([['POST', `rebinding.invalid:${port}`, 'hello']])
})

test('an allowed origin is no other port, name or scheme', () => {
  const outside = createOutside({ allowedOrigins: ['http://n8n.lan:5678'] })

  expect(() => outside.check('http://n8n.lan:5678/webhook/1')).not.toThrow()
  for (const address of ['http://n8n.lan/', 'http://n8n.lan:5679/', 'http://n8n.lan.example:5678/'])
    expect(() => outside.check(address)).toThrow(RefusedAddressError)
})

test('a redirect is an answer, and is not followed', async () => {
  const paths: Array<string | undefined> = []
  const port = await listen((request, response) => {
    paths.push(request.url)
    response.writeHead(302, { location: '/secret' }).end()
  })
  const origin = `http://127.0.0.1:${port}`
  const outside = createOutside({ allowedOrigins: [origin] })

  expect(await outside.post(`${origin}/a`, post)).toEqual({ status: 302, text: '' })
  expect(paths).toEqual(['/a'])
})

test('no proxy of the environment is used', async () => {
  const proxied: Array<string | undefined> = []
  const proxy = await listen((request, response) => {
    proxied.push(request.url)
    response.end()
  })
  const port = await listen((_request, response) => response.writeHead(204).end())
  const before = { ...process.env }
  Object.assign(process.env, {
    NODE_USE_ENV_PROXY: '1',
    HTTP_PROXY: `http://127.0.0.1:${proxy}`,
    NO_PROXY: '',
  })
  onTestFinished(() => {
    for (const name of ['NODE_USE_ENV_PROXY', 'HTTP_PROXY', 'NO_PROXY'])
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
  })
  const origin = `http://127.0.0.1:${port}`

  expect((await createOutside({ allowedOrigins: [origin] }).post(origin, post)).status).toBe(204)
  expect(proxied).toEqual([])
})

test('an endless answer is cut off at 2 KB', async () => {
  const port = await listen((_request, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('x'.repeat(1_000)), 1)
    response.on('close', () => clearInterval(timer))
  })
  const origin = `http://127.0.0.1:${port}`

  const { status, text } = await createOutside({ allowedOrigins: [origin] }).post(origin, post)

  expect([status, text.length]).toEqual([200, 2_048])
})

test('an answer that never ends has its status', async () => {
  const port = await listen((_request, response) => response.writeHead(201).write('a'))
  const origin = `http://127.0.0.1:${port}`

  expect(await createOutside({ allowedOrigins: [origin], timeoutMs: 100 }).post(origin, post)).toEqual({
    status: 201,
    text: 'a',
  })
})

test.each([
  [
    'a switch to another protocol',
    'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
  ],
  ['nothing but preliminary answers', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  ['no HTTP', 'SSH-2.0-OpenSSH\r\n\r\n'],
])('a server that answers with %s fails the call', async (_answer, bytes) => {
  const server = createTcpServer((socket) =>
    socket.on('error', () => undefined).once('data', () => socket.write(bytes)),
  )
  const port = await listenOn(server)
  const origin = `http://127.0.0.1:${port}`

  const call = createOutside({ allowedOrigins: [origin], timeoutMs: 100 }).post(origin, post)

  await expect(call).rejects.toThrow()
})

test('a server or a name server that says nothing is given up', async () => {
  const port = await listen(() => undefined)
  const origin = `http://127.0.0.1:${port}`
  const options = { allowedOrigins: [origin], timeoutMs: 100 }

  await expect(createOutside(options).post(origin, post)).rejects.toThrow('127.0.0.1 took too long to answer')
  const lookup = () => new Promise<never>(() => undefined)
  await expect(createOutside({ ...options, lookup }).post(origin, post)).rejects.toThrow('took too long')
})
