import type { S3Environment } from '../engine/studio/s3-place.ts'

/** What the environment says of S3 storage; its secrets are taken out of it. */
export function takeS3Environment(environment: NodeJS.ProcessEnv): S3Environment {
  // Set and empty is how a script unsets it.
  const said = (name: string): string | null => environment[name]?.trim() || null
  const found = {
    endpoint: said('PRINTROOM_S3_ENDPOINT'),
    region: said('AWS_REGION') ?? said('AWS_DEFAULT_REGION'),
    pathStyle: said('PRINTROOM_S3_PATH_STYLE'),
    accessKeyId: said('AWS_ACCESS_KEY_ID'),
    secretAccessKey: said('AWS_SECRET_ACCESS_KEY'),
    sessionToken: said('AWS_SESSION_TOKEN'),
  }
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN']) delete environment[name]
  return found
}
