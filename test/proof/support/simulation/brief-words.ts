/** Addresses and answers as a trace shows them: short, and the same number always the same. */

export const shortPath = ({ pathname, search }: URL): string =>
  (pathname + search)
    .replace(/([0-9a-f]{8})-[0-9a-f-]{27}/g, '$1')
    .replace(/gen_(\w{5})\w+/, 'gen_$1')
    .replace(/m_(\w{5})\w+/, 'm_$1')

export function briefly(body: Buffer): string {
  const text = body.toString('utf8', 0, 400)
  const words = [/"status":"(\w+)"/, /"code":"(\w+)"/, /"submissionStatus":"(\w+)"/].map(
    (one) => one.exec(text)?.[1] ?? '',
  )
  return ` ${words.filter((word) => word !== '').join(' ')}`.trimEnd()
}
