import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { node24, root } from '../../scripts/setup.mjs'

// `npm run tour -- --all`: one run of every operation of the service, with everything that went over the line.

const program = join(root, 'out/main/cli.js')
const recorder = pathToFileURL(join(root, 'test/support/recorder.mjs')).href
const sample = join(root, 'resources/sample.jpg')

interface Step {
  title: string
  words: string[]
  stdin?: string
}

/** Runs the terminal with its exchanges recorded. Resolves to its JSON lines. */
function run(home: string, step: Step, say: (words: string) => void): Promise<Record<string, unknown>[]> {
  const words = ['--home', home, '--service', 'practice', '--json', '--yes', ...step.words]
  say(
    `\n### ${step.title}\n$ printroom ${step.words
      .map((word) => (word.includes(' ') ? JSON.stringify(word) : word))
      .join(' ')
      .replaceAll(root, '.')}\n`,
  )
  return new Promise((resolve, reject) => {
    const child = spawn(node24(), ['--import', recorder, program, ...words], {
      stdio: ['pipe', 'pipe', 'inherit', 'pipe'],
      env: { ...process.env, PRINTROOM_TIME_SCALE: '10' },
    })
    let stdout = ''
    child.stdout?.on('data', (chunk) => {
      stdout += chunk
    })
    child.stdio[3]?.on('data', (chunk) => say(String(chunk).trimEnd()))
    child.on('error', reject)
    child.on('close', (status) => {
      if (status !== 0) reject(new Error(`“${step.title}” ended with status ${status}`))
      else
        resolve(
          stdout
            .split('\n')
            .filter(Boolean)
            .map((line) => JSON.parse(line)),
        )
    })
    child.stdin?.end(step.stdin ?? '')
  })
}

const first = (
  lines: Record<string, unknown>[],
  holds: (line: Record<string, unknown>) => boolean,
): Record<string, unknown> => {
  const line = lines.find(holds)
  if (!line) throw new Error('the service lists nothing of this kind')
  return line
}

export async function conversation(say: (words: string) => void): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'printroom-conversation-'))
  const step = (title: string, words: string[], stdin?: string) =>
    run(home, { title, words, ...(stdin === undefined ? {} : { stdin }) }, say)
  try {
    const models = await step('The models', ['models'])
    await step('The models, retired ones too', ['models', '--all'])
    const skills = await step('The Skills', ['skills'])
    await step('One Skill', ['skills', String(skills[0]?.id)])
    const image = String(first(models, (m) => m.media_type === 'image' && Number(m.max_reference_images) > 0).id)
    await step('A picture from a prompt and a reference', [
      'generate',
      '--prompt',
      'A red boat at dusk',
      '--model',
      image,
      '--ref',
      sample,
      '--wait',
    ])
    const video = String(first(models, (m) => m.media_type === 'video').id)
    await step('A video', ['generate', '--prompt', 'Waves, slow', '--model', video, '--wait'])
    for (const { id, inputSchema } of skills) {
      const fields = Object.keys((inputSchema as { properties?: object }).properties ?? {})
      const required = ((inputSchema as { required?: string[] }).required ?? []).filter((name) => name !== 'requestId')
      const settings = required.includes('brand') ? ['--set', 'brand=Harbour Days'] : []
      const pictures = required.some((name) => /image/i.test(name)) ? [sample] : []
      const small = fields.includes('modules') ? ['--set', 'modules=["hero","detail"]'] : []
      await step(`The Skill ${String(id)}`, ['skill', String(id), ...pictures, ...settings, ...small, '--wait'])
    }
    await step('A receipt that is already complete, resumed', ['resume', '--wait'])
    const announced = JSON.parse(await readFile(join(home, 'practice/remote/practice.json'), 'utf8')) as {
      sessionToken: string
    }
    await step('The keys of the account', ['tokens', 'list'], announced.sessionToken)
    const [made] = await step('A new key', ['tokens', 'create', 'tour'], announced.sessionToken)
    await step('What a key has used', ['tokens', 'usage', String(made?.id)], announced.sessionToken)
    await step('The key revoked', ['tokens', 'revoke', String(made?.id)], announced.sessionToken)
    await step('The ledger of the service', ['practice', 'ledger'])
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
  }
}
