import pg from 'pg'

/** Seconds until a server notices that the other side is gone, so that it releases what a cut-off move has locked. */
const keepaliveSql = `
  set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3;
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`

/** A connection whose loss fails the running query, and nothing else. */
export async function connectForMove(connection: pg.PoolConfig): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    ...{ connectionTimeoutMillis: 10_000, keepAlive: true, application_name: 'tipdrop-move' },
  })
  client.on('error', () => undefined)
  await client.connect()
  await client.query(keepaliveSql)
  return client
}

/** An error of PostgreSQL or of the network as a sentence that says how to go on; any other error unchanged. */
export function explainMoveError(error: unknown, { targetName }: { targetName: string }): unknown {
  const code = String(Object(error).code ?? '')
  const goOn = 'Run the same command again: it continues with the tables that are missing.'
  if (code === diskFull)
    return new Error(`The disk of ${targetName} is full. Make room on it. ${goOn}`, { cause: error })
  if (isConnectionLost(error, code))
    return new Error(`The connection to a database was lost. ${goOn}`, { cause: error })
  return error
}

/** SQLSTATE of a server without space for a table, an index or its log. */
export const diskFull = '53100'

function isConnectionLost(error: unknown, code: string): boolean {
  const isNetwork = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(code)
  // A server that is shut down or has crashed, and a session that was ended (class 57P, 08).
  const isServer = /^(57P0[1-4]|08)/.test(code)
  return (
    isNetwork ||
    isServer ||
    /Connection terminated|Client has encountered/.test(String(Object(error).message))
  )
}
