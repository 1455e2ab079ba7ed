import type { IncomingMessage } from 'node:http'
import { AwsV4Signer } from 'aws4fetch'
import { describe, expect, it } from 'vitest'
import { directRoute } from '../../../src/engine/remote/network.ts'
import { s3PlaceOf } from '../../../src/engine/studio/s3-place.ts'
import { wrongSignature } from '../../support/s3/signature.ts'

// The examples of Amazon's description of Signature Version 4 for S3 (“Authenticating requests: Using the Authorization header”).
const keys = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }
const nowMs = Date.parse('2013-05-24T00:00:00Z')
const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const examples: {
  what: string
  method: string
  url: string
  body: string
  headers: Record<string, string>
  names: string
  signature: string
}[] = [
  {
    what: 'a part of a file',
    method: 'GET',
    url: '/test.txt',
    body: '',
    headers: { range: 'bytes=0-9', 'x-amz-content-sha256': empty, 'x-amz-date': '20130524T000000Z' },
    names: 'host;range;x-amz-content-sha256;x-amz-date',
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    what: 'an upload',
    method: 'PUT',
    url: '/test%24file.text',
    body: 'Welcome to Amazon S3.',
    headers: {
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      'x-amz-date': '20130524T000000Z',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    },
    names: 'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    what: 'a question about a bucket',
    method: 'GET',
    url: '/?lifecycle',
    body: '',
    headers: { 'x-amz-content-sha256': empty, 'x-amz-date': '20130524T000000Z' },
    names: 'host;x-amz-content-sha256;x-amz-date',
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
]
const host = 'examplebucket.s3.amazonaws.com'

describe('signatures of S3', () => {
  it.each(examples)('the tests’ own judge accepts Amazon’s example of $what, and nothing that differs', (example) => {
    const { method, url, headers, names, signature, body } = example
    const asked = (changes: object = {}, more: object = {}) =>
      ({
        method,
        url,
        headers: {
          host,
          ...headers,
          authorization: `AWS4-HMAC-SHA256 Credential=${keys.accessKeyId}/20130524/us-east-1/s3/aws4_request,SignedHeaders=${names},Signature=${signature}`,
          ...more,
        },
        ...changes,
      }) as unknown as IncomingMessage
    const judge = (request: IncomingMessage, text = body, at = nowMs, region = 'us-east-1') =>
      wrongSignature(request, Buffer.from(text), { keys, region, nowMs: at })
    expect(judge(asked())).toBeNull()
    expect(judge(asked({ method: 'DELETE' }))).toBe('SignatureDoesNotMatch')
    expect(judge(asked({ url: '/other' }))).toBe('SignatureDoesNotMatch')
    expect(judge(asked({}, { host: 'other.s3.amazonaws.com' }))).toBe('SignatureDoesNotMatch')
    expect(judge(asked({}, { 'x-amz-acl': 'public-read' }))).toBe('AccessDenied')
    expect(judge(asked(), `${body}!`)).toBe('XAmzContentSHA256Mismatch')
    expect(judge(asked(), body, nowMs + 16 * 60_000)).toBe('RequestTimeTooSkewed')
    expect(judge(asked(), body, nowMs, 'eu-west-1')).toBe('AuthorizationHeaderMalformed')
    expect(judge(asked({}, { authorization: undefined }))).toBe('AccessDenied')
  })

  it('the library that signs makes Amazon’s own signature of an upload', async () => {
    const upload = examples[1]
    if (upload === undefined) throw new Error('no example')
    const { url, body, headers, names, signature } = upload
    const { headers: signed } = await new AwsV4Signer({
      ...keys,
      method: 'PUT',
      url: `https://${host}${url}`,
      headers,
      body,
      service: 's3',
      region: 'us-east-1',
      datetime: '20130524T000000Z',
    }).sign()
    expect(signed.get('authorization')).toContain(`SignedHeaders=${names}, Signature=${signature}`)
  })
})

describe('where objects of a bucket lie', () => {
  const base = (bucket: string, changes: object = {}): string =>
    s3PlaceOf(
      { bucket, prefix: 'studio' },
      {
        environment: { endpoint: null, region: null, pathStyle: null, ...keys, sessionToken: null, ...changes },
        route: () => directRoute,
      },
    ).base

  it('at Amazon before the host, elsewhere in the path, as the environment says', () => {
    expect(base('harbour')).toBe('https://harbour.s3.us-east-1.amazonaws.com')
    expect(base('harbour', { region: 'eu-central-1' })).toBe('https://harbour.s3.eu-central-1.amazonaws.com')
    expect(base('harbour.example')).toBe('https://s3.us-east-1.amazonaws.com/harbour.example')
    expect(base('harbour', { endpoint: 'https://files.example:9000' })).toBe('https://files.example:9000/harbour')
    expect(base('harbour', { endpoint: 'https://files.example/s3/', pathStyle: 'no' })).toBe(
      'https://harbour.files.example/s3',
    )
    expect(base('harbour', { endpoint: 'http://127.0.0.1:9000' })).toBe('http://127.0.0.1:9000/harbour')
    expect(() => base('harbour', { pathStyle: 'maybe' })).toThrow(/PRINTROOM_S3_PATH_STYLE is yes/)
    expect(() => base('harbour', { region: 'eu west' })).toThrow(/AWS_REGION names no region/)
  })
})
