/** The sign of Aisle: a way between two shelves. */
export function Logo({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <title>Aisle</title>
      <rect width="32" height="32" rx="8" fill="#1F5BD8" />
      <path
        d="M8.5 24.5 13.6 7.5h4.8l5.1 17"
        fill="none"
        stroke="#fff"
        strokeWidth="2.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M16 13.5v3M16 20.5v4" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" />
    </svg>
  )
}
