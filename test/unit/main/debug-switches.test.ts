import { expect, it } from 'vitest'
import { debugSwitch, debugSwitchWords } from '../../../src/main/debug-switches.ts'

it.each([
  '--remote-debugging-port=9222',
  '--remote-debugging-pipe',
  '--REMOTE-DEBUGGING-PORT=0',
  '-remote-debugging-address=0.0.0.0',
  '--remote-allow-origins=*',
  '--inspect',
  '--inspect-brk=9229',
  '--js-flags=--expose-gc',
  '--renderer-cmd-prefix=gdb',
])('a switch that opens the app to a debugger is known, wherever it stands: %s', (word) => {
  const name = word.split('=')[0] ?? ''
  expect(debugSwitch(['/opt/printroom', 'a picture.png', word])).toBe(name)
  expect(debugSwitchWords(name)).toContain(name)
})

it('files, links and other switches are none', () => {
  const words = ['inspect.png', './remote-debugging-port', 'printroom://queue', '--no-sandbox', '--hidden', '--']
  expect(debugSwitch(['--inspect', ...words])).toBeNull()
})
