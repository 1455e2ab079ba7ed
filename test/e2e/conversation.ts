import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { node24, root } from '../../scripts/setup.mjs'

// `npm run tour -- --all`: one run of every operation of the service, with everything that went over the line.

const program = join(root, 'out/main/cli.js')
const recorder = pathToFileURL(join(root, 'test/support/recorder.mjs')).href
const sample = join(root, 'resources/sample.jpg')

const timeScale = '10'

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
      env: { ...process.env, PRINTROOM_TIME_SCALE: timeScale },
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

/** One that practice made up; nothing lists them (service.md §4.5). */
const galleryPicture = 'g7k2m9q4'

interface Served {
  control: string
  sessionToken: string
  stop(): Promise<void>
}

/** Keeps practice running between the commands, so that it can be told to lose an answer. */
async function servePractice(home: string): Promise<Served> {
  const words = ['--home', home, '--service', 'practice', 'practice', 'serve', '--port', '0']
  const child = spawn(node24(), [program, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PRINTROOM_TIME_SCALE: timeScale },
  })
  const gone = once(child, 'exit')
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  const { control, sessionToken } = JSON.parse(String(line)) as Served
  return {
    control,
    sessionToken,
    stop: async () => {
      child.kill('SIGTERM')
      await gone
    },
  }
}

async function loseNextAnswer(control: string, path: string): Promise<void> {
  const faults = [{ match: { path, method: 'POST' }, fault: 'lost-after', times: 1 }]
  const answer = await fetch(`${control}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ faults }),
  })
  if (!answer.ok) throw new Error(`practice does not take the fault: ${answer.status}`)
}

export async function conversation(say: (words: string) => void): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'printroom-conversation-'))
  const step = (title: string, words: string[], stdin?: string) =>
    run(home, { title, words, ...(stdin === undefined ? {} : { stdin }) }, say)
  const practice = await servePractice(home)
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
    await loseNextAnswer(practice.control, '/api/generate/v2')
    await step('A picture whose answer is lost: its receipt is looked up, nothing is sent twice', [
      'generate',
      '--prompt',
      'A red boat at dawn',
      '--model',
      image,
      '--wait',
    ])
    const [cutout] = skills
    await loseNextAnswer(practice.control, `/api/skills/${String(cutout?.id)}/run`)
    await step('A Skill whose answer is lost', ['skill', String(cutout?.id), sample, '--wait'])
    const [curated] = await step('A curated picture', ['gallery', 'show', galleryPicture])
    await step('A picture by its address: the service fetches it itself', [
      'skill',
      String(cutout?.id),
      String((curated?.media_urls as string[] | undefined)?.[0]),
      '--wait',
    ])
    await step('A receipt that is already complete, resumed', ['resume', '--wait'])
    await step('The keys of the account', ['tokens', 'list'], practice.sessionToken)
    const [made] = await step('A new key', ['tokens', 'create', 'tour'], practice.sessionToken)
    await step('What a key has used', ['tokens', 'usage', String(made?.id)], practice.sessionToken)
    await step('The key revoked', ['tokens', 'revoke', String(made?.id)], practice.sessionToken)
    await step('The ledger of the service', ['practice', 'ledger'])
  } finally {
    await practice.stop()
    await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
  }
}
