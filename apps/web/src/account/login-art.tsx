/** The picture beside the form: shelves of a shop seen from a camera, drawn from the logo's two lines. */
export function LoginArt() {
  const shelves = [0, 1, 2, 3, 4, 5]
  const tones = ['#2E6BE6', '#23988B', '#DE7A2B', '#6AA5FF', '#C977B4', '#F6E27A']
  return (
    <svg className="login-art" viewBox="0 0 800 900" preserveAspectRatio="xMidYMax slice" aria-hidden>
      <title>Aisle</title>
      <defs>
        <linearGradient id="art-floor" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#12203A" />
          <stop offset="1" stopColor="#0E1728" />
        </linearGradient>
        <linearGradient id="art-fade" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#0B1220" />
          <stop offset="0.42" stopColor="#0B1220" stopOpacity="0" />
        </linearGradient>
      </defs>
      <rect width="800" height="900" fill="#0B1220" />
      <path d="M400 380 60 900h680Z" fill="url(#art-floor)" />
      <path d="M400 380v520" stroke="#2A3B5C" strokeWidth="2" strokeDasharray="10 14" />
      {shelves.map(row => {
        // Each board runs from the eye's vanishing point to the edge of the picture.
        const far = 400 - row * 11
        const near = 900 - row * 120
        return (
          <g key={row} stroke="#31456B" strokeWidth="2">
            <path d={`M352 ${far + 34} L-40 ${near}`} />
            <path d={`M448 ${far + 34} L840 ${near}`} />
          </g>
        )
      })}
      {shelves.slice(0, 5).flatMap(row =>
        [0, 1, 2, 3, 4, 5].flatMap(column => {
          const along = (0.16 + column * 0.145) ** 1.35
          const tall = 10 + along * 62
          const wide = 6 + along * 30
          const left = 352 - along * 392
          const right = 448 + along * 392
          const base = 434 - row * 11 + along * (900 - row * 120 - 434 + row * 11)
          const tone = tones[(row * 2 + column * 5) % tones.length]
          const isGap = (row * 3 + column * 2) % 7 === 3
          if (isGap) return []
          return [
            <rect
              key={`l${row}${column}`}
              x={left}
              y={base - tall}
              width={wide}
              height={tall}
              rx="2"
              fill={tone}
              opacity={0.28 + along * 0.5}
            />,
            <rect
              key={`r${row}${column}`}
              x={right - wide}
              y={base - tall}
              width={wide}
              height={tall}
              rx="2"
              fill={tones[(row + column * 3) % tones.length]}
              opacity={0.28 + along * 0.5}
            />,
          ]
        }),
      )}
      <rect width="800" height="900" fill="url(#art-fade)" />
      <g fill="none" stroke="#6AA5FF" strokeWidth="2.5" strokeLinecap="round">
        <path d="M250 560v-22h22M550 560v-22h-22M250 760v22h22M550 760v22h-22" />
      </g>
      <g transform="translate(262 550)">
        <circle cx="10" cy="10" r="5" fill="#FF7A70" />
        <rect x="24" y="4" width="84" height="12" rx="6" fill="#E8EDF3" opacity="0.32" />
      </g>
    </svg>
  )
}
