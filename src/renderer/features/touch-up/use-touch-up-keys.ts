import { useEffect } from 'react'
import type { TouchUpMode } from '../../../domain/touch-up/stroke.ts'
import { panStep, usePictureKeys, zoomStep } from '../../hooks/use-picture-keys.ts'
import type { Stage } from '../library/use-stage.ts'
import type { Drawing } from './use-drawing.ts'
import type { Strokes } from './use-strokes.ts'

/** Of the screen; with Shift one pixel of the picture. */
const brushStep = 12

interface Keyed {
  stage: Stage
  drawing: Drawing
  strokes: Strokes
  /** By so much of the picture's pixels. */
  moveBrush: (across: number, down: number) => void
  /** Where the brush is. */
  press: () => void
  setMode: (mode: TouchUpMode) => void
  resize: (factor: number) => void
  soften: (by: number) => void
  setPeeks: (peeks: boolean) => void
  onSave: () => void
  onClose: () => void
}

/** The picture leaves the space bar to the keys: it paints. */
const isStage = (button: Element): boolean => button.hasAttribute('data-stage')

/** Everything that a touch-up can do, by the keyboard alone. */
export function useTouchUpKeys(keyed: Keyed): void {
  const { stage, drawing, strokes, moveBrush, press, setMode, resize, soften, setPeeks, onSave, onClose } = keyed
  useEffect(() => {
    const release = ({ key }: KeyboardEvent): void => {
      if (key === ' ') drawing.end()
      if (key.toLowerCase() === 'b') setPeeks(false)
    }
    window.addEventListener('keyup', release)
    return () => window.removeEventListener('keyup', release)
  }, [drawing, setPeeks])
  const move =
    (across: number, down: number) =>
    (event: KeyboardEvent): void => {
      const step = event.shiftKey ? 1 : brushStep / stage.placement.scale
      moveBrush(across * step, down * step)
    }
  const zoom = (factor: number) => (): void => stage.zoomTo(stage.placement.scale * factor)
  usePictureKeys(isStage, {
    Escape: onClose,
    ArrowLeft: move(-1, 0),
    ArrowRight: move(1, 0),
    ArrowUp: move(0, -1),
    ArrowDown: move(0, 1),
    'Alt+ArrowLeft': () => stage.pan(panStep, 0),
    'Alt+ArrowRight': () => stage.pan(-panStep, 0),
    'Alt+ArrowUp': () => stage.pan(0, panStep),
    'Alt+ArrowDown': () => stage.pan(0, -panStep),
    ' ': ({ repeat }) => !repeat && press(),
    k: () => setMode('keep'),
    e: () => setMode('erase'),
    r: () => setMode('reset'),
    '[': () => resize(1 / 1.2),
    ']': () => resize(1.2),
    '{': () => soften(0.1),
    '}': () => soften(-0.1),
    b: () => setPeeks(true),
    '+': zoom(zoomStep),
    '=': zoom(zoomStep),
    '-': zoom(1 / zoomStep),
    '0': stage.fit,
    '1': () => stage.zoomTo(1),
    'Mod+z': strokes.undo,
    'Mod+Z': strokes.redo,
    'Mod+y': strokes.redo,
    'Mod+s': onSave,
  })
}
