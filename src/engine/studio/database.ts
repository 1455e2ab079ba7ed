import { readFileSync } from 'node:fs'
import { Pool, type PoolClient, type PoolConfig, type QueryResultRow } from 'pg'
import { codeOf } from '../../domain/error-code.ts'
import { StudioError, studioError, UnknownCommitError } from './studio-error.ts'

/** What is asked inside one transaction. */
export interface Transaction {
  rows<Row extends QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<Row[]>
}

/** How long one statement, one lock and one silence inside a transaction may take: a frozen worker's locks end by themselves. */
const statementMs = 10_000
const lockMs = 4000
const idleMs = 5000
const connectMs = 5000
/** Told to run again by the database: it undid one of two that waited for each other. */
const again: ReadonlySet<string> = new Set(['40001', '40P01', '55P03'])
const triesAtOnce = 4

/** The studio's PostgreSQL. Whatever fails here is thrown as a sentence where it is a known trouble. */
export class Database {
  readonly #pool: Pool
  /** Without user and password. */
  readonly where: string

  private constructor(pool: Pool, where: string) {
    this.#pool = pool
    this.where = where
    // Of a connection at rest; whoever asks next gets another one, or the error.
    pool.on('error', () => undefined)
  }

  /** @param address `postgres://user:password@host:port/database` */
  static open(address: string, most = 10): Database {
    const { config, where } = readAddress(address)
    return new Database(
      new Pool({
        ...config,
        max: most,
        connectionTimeoutMillis: connectMs,
        query_timeout: statementMs + 2000,
        statement_timeout: statementMs,
        lock_timeout: lockMs,
        idle_in_transaction_session_timeout: idleMs,
        keepAlive: true,
        application_name: 'printroom',
      }),
      where,
    )
  }

  async rows<Row extends QueryResultRow>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    try {
      return (await this.#pool.query<Row>(sql, [...values])).rows
    } catch (error) {
      throw studioError(error, this.where) ?? error
    }
  }

  /**
   * All of it or nothing. When it returns it is committed, and confirmed by a synchronous standby where there is one.
   * @throws UnknownCommitError where nobody knows whether it stands; the caller reads back
   */
  async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#once(work)
      } catch (error) {
        if (tries >= triesAtOnce || !again.has(codeOf(error))) throw studioError(error, this.where) ?? error
      }
    }
  }

  async #once<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect()
    // A line that breaks between two statements is told here as well; without anybody to hear it the program would end.
    const heard = (): void => undefined
    client.on('error', heard)
    let isSound = false
    try {
      await client.query('BEGIN')
      const result = await this.#tried(client, work)
      await commit(client)
      isSound = true
      return result
    } catch (error) {
      // Rolled back in #tried: the connection is as good as before.
      isSound = error instanceof RolledBack
      throw error instanceof RolledBack ? error.cause : error
    } finally {
      client.off('error', heard)
      client.release(!isSound)
    }
  }

  async #tried<T>(client: PoolClient, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    try {
      return await work({
        rows: async <Row extends QueryResultRow>(sql: string, values: readonly unknown[] = []) =>
          (await client.query<Row>(sql, [...values])).rows,
      })
    } catch (error) {
      const isUndone = await client.query('ROLLBACK').then(
        () => true,
        () => false,
      )
      throw isUndone ? new RolledBack(error) : error
    }
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }
}

class RolledBack extends Error {
  constructor(cause: unknown) {
    super('rolled back', { cause })
  }
}

/** A standby that was not waited for is told of in a warning alone, and a failed transaction ends with another word. */
async function commit(client: PoolClient): Promise<void> {
  const warnings: string[] = []
  const warn = ({ severity, message }: { severity?: string | undefined; message?: string | undefined }): void => {
    if (severity === 'WARNING') warnings.push(message ?? '')
  }
  client.on('notice', warn)
  try {
    const { command } = await client.query('COMMIT')
    if (command !== 'COMMIT') throw new Error(`the transaction ended with ${command}`)
  } catch (error) {
    throw new UnknownCommitError('The database did not say whether it was written.', { cause: error })
  } finally {
    client.off('notice', warn)
  }
  if (warnings.length > 0)
    throw new UnknownCommitError(`The database is not sure of what it wrote: ${warnings.join(' ')}`)
}

/**
 * TLS with a certificate that is checked, unless the address says “sslmode=disable” or the database is on this computer.
 * There is no way between the two: what nobody checks protects from nobody.
 * @throws StudioError
 */
function readAddress(address: string): { config: PoolConfig; where: string } {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol) || (url.hostname === '' && !url.searchParams.has('host')))
    throw new StudioError(
      'unreachable',
      'A studio’s database has an address such as postgres://user@host/printroom; this is none. Look at --db, or at PRINTROOM_STUDIO.',
    )
  const said = url.searchParams
  const socket = said.get('host')
  const host = socket ?? decodeURIComponent(url.hostname).replace(/^\[|\]$/g, '')
  const database = decodeURIComponent(url.pathname.slice(1)) || 'printroom'
  const isHere = socket !== null || /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host)
  const isOpen = said.get('sslmode') === 'disable' || (isHere && !said.has('sslmode'))
  const authority = said.get('sslrootcert')
  return {
    where: `${host}${url.port === '' ? '' : `:${url.port}`}/${database}`,
    config: {
      host,
      database,
      ...(url.port === '' ? {} : { port: Number(url.port) }),
      ...(url.username === '' ? {} : { user: decodeURIComponent(url.username) }),
      ...(url.password === '' ? {} : { password: decodeURIComponent(url.password) }),
      ssl: isOpen ? false : { rejectUnauthorized: true, ...(authority === null ? {} : { ca: authorityIn(authority) }) },
    },
  }
}

/** The same database, for another login. */
export function withLogin(address: string, user: string, password: string): string {
  const url = new URL(address)
  url.username = user
  url.password = password
  return url.href
}

function authorityIn(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new StudioError('tls', 'The file that “sslrootcert” names cannot be read. Look at the database’s address.', {
      cause,
    })
  }
}
