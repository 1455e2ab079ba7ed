import type { JSX } from 'react'

/** The registration mark printers align their inks by. */
export function Logo({ size = 20 }: { size?: number }): JSX.Element {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.25"
      aria-hidden="true"
    >
      <circle cx="10" cy="10" r="5.5" />
      <path d="M10 1v18M1 10h18" />
      <circle cx="10" cy="10" r="1.6" fill="currentColor" stroke="none" />
    </svg>
  )
}
