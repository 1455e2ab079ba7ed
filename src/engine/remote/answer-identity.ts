import { wireIdentity } from '../../contract/wire.ts'
import type { Exchange } from './exchange.ts'

const ofAnother: Exchange = { type: 'unknown', reason: 'The service answered about another order.' }

/**
 * An answer says whom it is about (§2.2, §2.3, §2.8). One that names another request than was asked for, from a cache or a
 * proxy that mixed up two, is no answer about this one, whatever it says: neither its "no such request" nor its refund is
 * believed, and its picture is somebody else's (I5, I6, I7). One that names nobody is taken for what was asked.
 * @param requestId the UUID that was asked for (§4.3, §4.15)
 */
export function aboutRequest(exchange: Exchange, requestId: string): Exchange {
  const named = namesIn(exchange).requestId
  return named === null || named.toLowerCase() === requestId.toLowerCase() ? exchange : ofAnother
}

/**
 * As `aboutRequest`, for a look at one job.
 * @param generationId the job's number that was asked for (§4.2)
 */
export function aboutJob(exchange: Exchange, generationId: string): Exchange {
  const { generationId: number, jobId } = namesIn(exchange)
  const named = [number, jobId].filter((name) => name !== null)
  return named.length === 0 || named.includes(generationId) ? exchange : ofAnother
}

type Names = { [Name in 'requestId' | 'generationId' | 'jobId']: string | null }

const nobody: Names = { requestId: null, generationId: null, jobId: null }

/** A limit is the account's, whoever met it: what it says of the pace is heard. */
const namesIn = (exchange: Exchange): Names =>
  exchange.type === 'answer' && exchange.httpStatus !== 429
    ? (wireIdentity.safeParse(exchange.body).data ?? nobody)
    : nobody
