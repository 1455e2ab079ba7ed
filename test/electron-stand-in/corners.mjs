// The system's own buttons over a page that draws its own title bar, and what the page learns of them.
import { runtime } from './runtime.mjs'

/**
 * Pixels of the title bar that the system keeps, left and right. macOS: as its version 26 has it. Windows: three buttons of 46. Linux: by its theme and its user's wish, here three of 40, one on either
 * side, or all on the left.
 */
const kept = {
  darwin: [88, 0],
  win32: [0, 138],
  linux: [0, 120],
  'linux-left': [120, 0],
  'linux-both': [40, 40],
  none: [0, 0],
}

/** On a screen the browser's own window has a frame with buttons. */
const system = () => process.env.PRINTROOM_STANDIN_CORNERS || (runtime.headed ? 'none' : process.platform)

/** What a window with these options says of them; null where the system's own title bar has them. */
export function cornersOf({ titleBarStyle = 'default', titleBarOverlay = false }) {
  if (titleBarStyle === 'default' || !titleBarOverlay) return null
  const { height = 32, color = '', symbolColor = '' } = titleBarOverlay === true ? {} : titleBarOverlay
  return { height, color, symbolColor }
}

/** As the system has them now: a test may change the system under a window that stands. */
export function onSystem(corners) {
  const [left, right] = kept[system()] ?? kept.linux
  // macOS draws its traffic lights on whatever is below.
  return { ...corners, left, right, color: system() === 'darwin' ? '' : corners.color }
}

/** The page's own styles, with what Chromium alone can set under a name that can be set from here. */
export const translateCorners = (css) => css.replace(/\benv\(\s*titlebar-area-/gi, 'var(--stand-in-titlebar-area-')

/**
 * Draws them in the page, over all else, and tells its styles what is left. Needs nothing from outside: it travels as text.
 * @returns {(corners: ReturnType<typeof onSystem> | null) => void}
 */
export function makeCorners() {
  const sheet = new CSSStyleSheet()
  document.adoptedStyleSheets.push(sheet)
  const strips = ['left', 'right'].map((side) => [side, document.createElement('stand-in-buttons')])
  const place = () => {
    for (const [, strip] of strips) document.documentElement.append(strip)
  }
  if (document.body) place()
  else document.addEventListener('DOMContentLoaded', place, { once: true })
  return (corners) => {
    const { left = 0, right = 0, height = 0, color = '', symbolColor = '' } = corners ?? {}
    const area = { x: `${left}px`, y: '0px', width: `calc(100vw - ${left + right}px)`, height: `${height}px` }
    const names = corners
      ? Object.entries(area).map(([name, value]) => `--stand-in-titlebar-area-${name}: ${value}`)
      : []
    sheet.replaceSync(`:root { ${names.join('; ')} }`)
    for (const [side, strip] of strips) {
      const width = side === 'left' ? left : right
      const button = width / (width > 40 ? 3 : 1)
      strip.ariaHidden = 'true'
      Object.assign(strip.style, {
        ...{
          position: 'fixed',
          zIndex: '2147483647',
          top: '0',
          [side]: '0',
          width: `${width}px`,
          height: `${height}px`,
        },
        display: width > 0 ? 'block' : 'none',
        background: `radial-gradient(circle, ${symbolColor || '#808080'} 5px, transparent 6px) 0 / ${button}px 100% ${color}`,
      })
    }
  }
}
