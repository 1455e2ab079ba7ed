import { type Client, look } from '../../practice/support/practice.ts'

/** The bodies of the paid POSTs of each request that reached the service whole, by their hashes. */
export async function paidPosts({ practice }: Client): Promise<Map<string, string[]>> {
  const state = (await (await look(`${practice.control}/state`)).json()) as {
    posts: { requestId: string | null; bodySha256: string }[]
  }
  const posts = new Map<string, string[]>()
  for (const { requestId, bodySha256 } of state.posts)
    if (requestId !== null) posts.set(requestId, [...(posts.get(requestId) ?? []), bodySha256])
  return posts
}
